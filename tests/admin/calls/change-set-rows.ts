import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { eventConfig } from '#db/schema/events.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { NOON } from '#tests/support/api.ts'

type SetChanges = Partial<typeof changeSets.$inferInsert>

/** Change sets for calls on them, each made by somebody else. */
export function changeSetRows(db: Db, storeEvent: () => Promise<string>) {
  return {
    /** A set that changes the title of an event. */
    changeSet: async (changes: SetChanges = {}) => {
      const [id, itemId, subjectId] = [randomUUID(), randomUUID(), await storeEvent()]
      await db.insert(changeSets).values({ id, name: 'Spring', createdBy: randomUUID(), ...changes })
      const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, subjectId))
      const before = Object.fromEntries(
        Object.keys(EVENT_LABELS).map((field) => [field, row && Reflect.get(row, field)]),
      )
      const after = { ...before, heroTitle: 'Mend it' }
      const item = { id: itemId, setId: id, subjectType: 'event', subjectId, label: 'Tulsa', baseVersion: 1 }
      await db.insert(changeItems).values({ ...item, before, after, updatedBy: randomUUID() })
      return { id, itemId, subjectId, value: after }
    },
    /** A set that goes live tomorrow. */
    scheduled: { state: 'scheduled', publishAt: new Date(NOON + 86_400_000), publishZone: 'UTC' } satisfies SetChanges,
  }
}
