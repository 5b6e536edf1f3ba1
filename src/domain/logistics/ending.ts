import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { eventConfig } from '#db/schema/events.ts'
import type { Ending } from '#src/contract/logistics.ts'
import { getPhases } from '#src/contract/phases.ts'

type EventRow = typeof eventConfig.$inferSelect
/** The columns that say when an event ends. */
export type EndingRow = Pick<
  EventRow,
  | 'id'
  | 'eventDate'
  | 'eventTimeStart'
  | 'eventTimeEnd'
  | 'eventTimezone'
  | 'earlyBirdDeadline'
  | 'status'
  | 'updatedAt'
>

/** When an event ends, and since when it is cancelled. */
export async function readEnding(db: Db, event: EndingRow): Promise<Ending> {
  const { endsAt } = getPhases(event)
  return { endsAt, cancelledAt: event.status === 'cancelled' ? await readCancelledAt(db, event) : null }
}

const found = z.object({ rows: z.array(z.object({ at: z.coerce.date().nullable() })) })

/**
 * When an event was cancelled, from the audit log; its last change where the log does not say. Later edits of a cancelled event do not
 * put it off.
 */
async function readCancelledAt(db: Db, { id, updatedAt }: EndingRow): Promise<number> {
  const result: unknown = await db.execute(sql`
    select max(at) as at from audit_log
    where subject_type = 'event' and subject_id = ${id}
      and after ->> 'status' = 'cancelled' and before ->> 'status' is distinct from 'cancelled'`)
  return (found.parse(result).rows[0]?.at ?? updatedAt).getTime()
}
