import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { setLocked } from '#src/domain/site/builds.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { test as siteTest } from './site-test.ts'

const PUBLIC = [eventReports, adminWishes, eventConfig, menuItems, appSettings]

/** What a file begins without: nothing, what is stored, or what is stored and what pages show of it, which costs a build. */
type Cleared = 'nothing' | 'rows' | 'pages'

/**
 * A browser test on the product whose pages tests may change. The tests of a file run one after the other, each where the
 * one before ended, and no other file's beside them. The first begins without events, menu, settings, wishes and reports: on
 * the pages, too, unless the file looks at none before a build of its own, and not even in the database where it looks only at
 * what it makes itself.
 */
export function publishingTest({ cleared = 'pages' }: { cleared?: Cleared } = {}) {
  const test = siteTest.extend<{ own: RunningProduct }>({
    own: ({ publishing }, use) => use(publishing),
    baseURL: ({ publishing }, use) => use(publishing.url),
  })
  test.describe.configure({ mode: 'serial', timeout: 120_000, lock: 'publishing' })
  if (cleared === 'rows') test.beforeAll(({ publishing }) => publishing.query(clear))
  if (cleared === 'pages') test.beforeAll(({ publishing }) => clearPages(publishing))
  return test
}

/**
 * From here to the end of a file, the host publishes nothing: tests that look at no page spare the builds of what they save. What
 * they saved is built with the next change, or by the schedule.
 */
export function holdBuilds(test: ReturnType<typeof publishingTest>): void {
  test.beforeAll(({ publishing }) => publishing.query((db) => setLocked(db, true)))
  test.afterAll(({ publishing }) => publishing.query((db) => setLocked(db, false)))
}

async function clear(tx: Db): Promise<void> {
  for (const table of PUBLIC) await tx.delete(table)
}

/** Takes away what other files made, and waits until no page shows it. */
async function clearPages(product: RunningProduct): Promise<void> {
  const counts = await product.query((db) => Promise.all(PUBLIC.map((table) => db.$count(table))))
  if (counts.some((count) => count > 0)) await product.edit(clear)
}
