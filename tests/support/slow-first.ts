import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, so that none of them is begun when all others are done. Vitest remembers times itself, but a
 * machine that runs the tests for the first time has none. `npm test` prints the slowest files.
 */
const SLOW = [
  'tests/db/shell.test.ts',
  'tests/local/host-build.test.ts',
  'tests/site-time.test.ts',
  'tests/netlify-bundle.test.ts',
  'tests/local/dev.test.ts',
  'tests/local/server.test.ts',
  'tests/db/embedded.test.ts',
  'tests/db/backup.test.ts',
  'tests/local/product-answers.test.ts',
  'tests/local/signals.test.ts',
  'tests/mail-plan/plan-kill.test.ts',
  'tests/forum/notices-kill.test.ts',
  'tests/checks/planted-defects.test.ts',
  'tests/db/restore-drill.test.ts',
  'tests/local/faults.test.ts',
  'tests/db/kill.test.ts',
  'tests/db/migrate.test.ts',
  'tests/accounts/timing.test.ts',
  'tests/admin/route-matrix.test.ts',
  'tests/site/thirty-days.test.ts',
  'tests/admin/every-write.test.ts',
  'tests/site-mode/closed-site.test.ts',
  'tests/site-mode/gate-matrix.test.ts',
  'tests/outbox/kill.test.ts',
  'tests/admin/every-address.test.ts',
  'tests/api/database-down.test.ts',
  'tests/accounts/confirming.test.ts',
  'tests/accounts/reset.test.ts',
  'tests/accounts/sign-up.test.ts',
  'src/domain/forum/markdown.test.ts',
  'tests/forum/writing-lost.test.ts',
  'tests/accounts/google-accounts.test.ts',
  'tests/accounts/enumeration.test.ts',
  'tests/accounts/password-round-trip.test.ts',
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
