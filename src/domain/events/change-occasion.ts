import type { Db } from '#db/client.ts'
import { DEADLINE_AFTER_EVENT } from '#src/contract/event.ts'
import type { OccasionInput } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { addDays, daysBetween } from '#src/contract/wall-clock.ts'
import type { Actor } from '../audit/audit.ts'
import { requireVersion } from '../library/versioned.ts'
import { type ChangedEvent, commitChange, lockEvent } from './change-event.ts'
import type { EventRow } from './read-event-parts.ts'

const VERB = { cancelled: 'cancelled', postponed: 'postponed', moved: 'moved', scheduled: 'set to scheduled' } as const

/**
 * Cancels, postpones or moves an event, or sets it back to scheduled. A moved event keeps its former day, for visitors
 * who know it; a scheduled one forgets it, and its note unless there is a new one. (product 4) Throws `not_found`,
 * `conflict` for a stale version, and `invalid` for a day that contradicts the rest.
 */
export async function changeOccasion(db: Db, id: string, input: OccasionInput, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, { id })
    requireVersion(row, input.version)
    const set = { status: input.status, statusNote: input.statusNote, ...getDays(row, input) }
    const action = `event.${input.status === 'scheduled' ? 'reschedule' : input.status}`
    return commitChange(tx, row, { action, reason: `${VERB[input.status]}: ${row.eventSlug}`, set }, actor)
  })
}

type Days = Pick<EventRow, 'eventDate' | 'previousEventDate' | 'earlyBirdDeadline'>

function getDays(row: EventRow, input: OccasionInput): Partial<Days> {
  if (input.status === 'cancelled' || input.status === 'postponed') return {}
  const eventDate = input.eventDate ?? row.eventDate
  const isMove = input.status === 'moved'
  if (isMove && eventDate === row.eventDate)
    throw new Failure('invalid', 'Choose a date other than the current one.', { field: 'eventDate' })
  const earlyBirdDeadline = deadlineFor(row, eventDate, input.deadline)
  return { eventDate, earlyBirdDeadline, previousEventDate: isMove ? row.eventDate : null }
}

function deadlineFor(row: EventRow, eventDate: PlainDay, choice: 'shift' | 'keep'): PlainDay | null {
  if (row.earlyBirdDeadline === null || choice === 'shift')
    return shiftDay(row.earlyBirdDeadline, row.eventDate, eventDate)
  if (row.earlyBirdDeadline <= eventDate) return row.earlyBirdDeadline
  throw new Failure('invalid', DEADLINE_AFTER_EVENT, { field: 'deadline' })
}

/** A day, as many days later or earlier as `to` is than `from`. */
export function shiftDay(day: PlainDay | null, from: PlainDay, to: PlainDay): PlainDay | null {
  if (day === null) return null
  return addDays(day, daysBetween(from, to))
}
