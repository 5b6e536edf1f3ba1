import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { NOON } from '#tests/support/api.ts'

/** Reports and wishes that nothing else uses; a public wish is one that the feedback page tells of. */
export function feedbackRows(db: Db, isPublic: boolean) {
  return {
    /** A verified report that waits. */
    report: async (is: Partial<typeof eventReports.$inferInsert> = {}) => {
      const id = randomUUID()
      const reporterEmail = `${id}@plant.example`
      const words = { title: `Leak ${id.slice(0, 8)}`, description: 'The gauge of the third page leaks.' }
      const seen = { status: 'open', verifiedAt: new Date(NOON) } as const
      const row = { id, reportType: 'problem', reporterEmail, emailKey: reporterEmail, ...words, ...seen } as const
      await db.insert(eventReports).values({ ...row, ...is })
      return id
    },
    wish: async (is: Partial<typeof adminWishes.$inferInsert> = {}) => {
      const id = randomUUID()
      const shown = { status: 'shipped', shippedAt: new Date(NOON), isPublic } as const
      await db.insert(adminWishes).values({ id, title: `Wish ${id.slice(0, 8)}`, createdBy: 'test', ...shown, ...is })
      return id
    },
  }
}
