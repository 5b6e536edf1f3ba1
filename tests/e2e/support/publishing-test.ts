import { eventConfig } from '#db/schema/events.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { test as siteTest } from './site-test.ts'

const PUBLIC = [eventReports, adminWishes, eventConfig, menuItems, appSettings]

/**
 * A browser test on the product whose pages tests may change. The tests of a file run one after the other, each where the
 * one before ended, and no other file's beside them. The first begins without events, menu, settings, wishes and reports,
 * unless the file looks only at what it makes itself: each clearing costs a build.
 */
export function publishingTest({ beginsEmpty = true } = {}) {
  const test = siteTest.extend<{ own: RunningProduct }>({
    own: ({ publishing }, use) => use(publishing),
    baseURL: ({ publishing }, use) => use(publishing.url),
  })
  test.describe.configure({ mode: 'serial', timeout: 120_000, lock: 'publishing' })
  if (beginsEmpty) test.beforeAll(({ publishing }) => clear(publishing))
  return test
}

/** Takes away what other files made, and waits until no page shows it. */
async function clear(product: RunningProduct): Promise<void> {
  const counts = await product.query((db) => Promise.all(PUBLIC.map((table) => db.$count(table))))
  if (counts.every((count) => count === 0)) return
  await product.edit(async (tx) => {
    for (const table of PUBLIC) await tx.delete(table)
  })
}
