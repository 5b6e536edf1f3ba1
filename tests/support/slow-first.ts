import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, so that none of them is begun when all others are done. Vitest remembers times itself, but a
 * machine that runs the tests for the first time has none. `npm test` prints the slowest files.
 */
const SLOW = [
  'tests/netlify-bundle.test.ts',
  'tests/db/shell.test.ts',
  'tests/local/dev.test.ts',
  'tests/local/host-build.test.ts',
  'tests/local/signals.test.ts',
  'tests/accounts/owner.test.ts',
  'tests/forum/notices-kill.test.ts',
  'tests/mail-plan/plan-kill.test.ts',
  'tests/site-time.test.ts',
  'tests/local/product-answers.test.ts',
  'tests/db/embedded.test.ts',
  'tests/checks/planted-defects.test.ts',
  'tests/db/kill.test.ts',
  'tests/accounts/timing.test.ts',
  'tests/admin/route-matrix.test.ts',
  'tests/admin/every-write.test.ts',
  'tests/admin/every-body.test.ts',
  'tests/site/page-store/equality.test.ts',
  'tests/admin/every-address.test.ts',
  'tests/db/backup.test.ts',
  'tests/local/server.test.ts',
  'tests/local/faults.test.ts',
  'tests/shop/ledger.test.ts',
  'tests/logistics/retention.test.ts',
  'tests/site/thirty-days.test.ts',
  'tests/site/reconcile.test.ts',
  'tests/shop/order-reminders.test.ts',
  'tests/api/database-down.test.ts',
  'tests/outbox/deliver-after.test.ts',
  'tests/analytics/link-attack.test.ts',
  'tests/forum/search-whole.test.ts',
  'tests/site-mode/closed-site.test.ts',
  'tests/db/retry.test.ts',
  'tests/accounts/one-address.test.ts',
  'tests/db/restore-drill.test.ts',
  'tests/change-sets/publish.test.ts',
  'src/domain/forum/markdown.test.ts',
  'tests/forum/writing-lost.test.ts',
  'tests/db/migrate.test.ts',
  'tests/outbox/kill.test.ts',
]

/** Within each project the slow files first; all else in Vitest's own order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()]
    return projects.flatMap((own) => own.toSorted((a, b) => getRank(a) - getRank(b)))
  }
}

function getRank({ moduleId }: TestSpecification): number {
  const at = SLOW.findIndex((file) => moduleId.endsWith(`/${file}`))
  return at === -1 ? SLOW.length : at
}
