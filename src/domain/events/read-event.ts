import type { Db } from '#db/client.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import { EVENT_NOT_FOUND } from './change-event.ts'
import { findRow } from './create-event.ts'
import { presentEvent } from './event-record.ts'

/** One event for those who edit it, whatever its state. Throws `not_found`. */
export async function readEvent(db: Db, id: string): Promise<EventRecord> {
  const row = await findRow(db, id)
  if (!row) throw new Failure('not_found', EVENT_NOT_FOUND)
  return presentEvent(db, row)
}
