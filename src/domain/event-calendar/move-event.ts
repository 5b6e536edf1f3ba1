import type { Db } from '#db/client.ts'
import { mailRules } from '#db/schema/workflows.ts'
import type { MoveEventInput } from '#src/contract/calendar-input.ts'
import { type MovedMails, type MovePreview, SAME_DATE } from '#src/contract/event-calendar.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { getPhases } from '#src/contract/phases.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import type { Actor } from '../audit/audit.ts'
import { listTasks } from '../event-tasks/read-tasks.ts'
import { type ChangedEvent, commitChange, lockEvent } from '../events/change-event.ts'
import { shiftDay } from '../events/change-occasion.ts'
import { findRow } from '../events/create-event.ts'
import { presentEvent } from '../events/event-record.ts'
import type { EventRow } from '../events/read-event-parts.ts'
import { requireVersion } from '../library/versioned.ts'
import { readMovedLogistics } from '../logistics/moved-logistics.ts'
import { readOpenCorrection } from '../mail-corrections/open-correction.ts'
import { planEvent } from '../mail-plan/advance.ts'
import { type ForecastMail, forecast } from '../mail-plan/plan.ts'
import { readConflictsOn } from './read-conflicts.ts'

/**
 * Moves an event to another local date. Its times and time zone stay; the end of its early bird price moves by as many days, and
 * what is counted from the event moves with it. A move to the date that it has succeeds, so that a second click is no conflict.
 * A move back with the version that this one resolves with restores every field. Throws `not_found`, and `conflict` for a stale
 * version.
 */
export async function moveEvent(
  db: Db,
  id: string,
  { date, version }: MoveEventInput,
  actor: Actor,
): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, { id })
    if (row.eventDate === date) return { item: await presentEvent(tx, row), revision: null }
    requireVersion(row, version)
    const change = { action: 'event.change_date', reason: `edited ${row.eventSlug}`, set: daysOn(row, date) }
    return commitChange(tx, row, change, actor)
  })
}

type Days = Pick<EventRow, 'eventDate' | 'earlyBirdDeadline'>

/** The days of an event that is moved to this date. */
function daysOn({ eventDate, earlyBirdDeadline }: Days, date: PlainDay): Days {
  return { eventDate: date, earlyBirdDeadline: shiftDay(earlyBirdDeadline, eventDate, date) }
}

/**
 * What a move to this date would change: deadlines, tasks, mails (these by the planner itself) and logistics, and which people and venues
 * would then be in two places. Writes nothing. Throws `not_found`, and `invalid` for the date that the event has. (security CM1)
 */
export async function previewMove(
  db: Db,
  { eventId, date }: { eventId: string; date: PlainDay },
  now: Instant,
): Promise<MovePreview> {
  const row = await findRow(db, eventId)
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  if (row.eventDate === date) throw new Failure('invalid', SAME_DATE, { field: 'date' })
  const days = daysOn(row, date)
  const [before, after] = [getPhases(row), getPhases({ ...row, ...days })]
  const { eventName, version, eventTimezone: timeZone, isPublished, earlyBirdDeadline } = row
  return {
    ...{ eventName, version, from: row.eventDate, to: date, timeZone, isPublished },
    isPast: after.endsAt <= now,
    earlyBird: earlyBirdDeadline === null ? null : { from: earlyBirdDeadline, to: days.earlyBirdDeadline },
    registration: { from: before.startsAt, to: after.startsAt },
    tasks: await listMovedTasks(db, row, { date, now }),
    mails: await listMovedMails(db, row, { days, now }),
    logistics: await readMovedLogistics(db, row, days, now),
    informed: (await readOpenCorrection(db, { ...row, ...days }, now))?.people ?? 0,
    conflicts: await readConflictsOn(db, eventId, date),
  }
}

async function listMovedTasks(
  db: Db,
  { id, eventDate, eventTimezone }: EventRow,
  { date, now }: { date: PlainDay; now: Instant },
): Promise<MovePreview['tasks']> {
  const today = dayIn(eventTimezone, now)
  const open = (await listTasks(db, id)).filter(({ state }) => state !== 'done' && state !== 'waived')
  return open.map(({ title, assigneeName, dueDays }) => {
    const to = addDays(date, dueDays)
    return { title, assigneeName, from: addDays(eventDate, dueDays), to, isLate: to < today }
  })
}

/** The planner's own answer for the event as it is, and for the event on the new days. */
async function listMovedMails(
  db: Db,
  { id }: EventRow,
  { days, now }: { days: Days; now: Instant },
): Promise<MovedMails[]> {
  const [here, there] = [await planEvent(db, id, now), await planEvent(db, id, now, { moved: days })]
  const [before, after] = [groupMails(forecast(here, here.input)), groupMails(forecast(there, there.input))]
  const titles = new Map(
    (await db.select({ id: mailRules.id, title: mailRules.title }).from(mailRules)).map((rule) => [
      rule.id,
      rule.title,
    ]),
  )
  const tasks = new Map((await listTasks(db, id)).map((task) => [task.id, task.title]))
  const moved = [...new Set([...before.keys(), ...after.keys()])].map((key): MovedMails => {
    const [from, to] = [before.get(key), after.get(key)]
    const [ruleId = '', itemId = ''] = key.split(' ')
    return {
      ...{
        from: from?.at ?? null,
        to: to?.at ?? null,
        title: titles.get(ruleId) ?? '',
        about: tasks.get(itemId) ?? null,
      },
      people: (to ?? from)?.people ?? 0,
      isAtOnce: to !== undefined && to.at <= now,
    }
  })
  return moved
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => (a.to ?? Infinity) - (b.to ?? Infinity) || (a.title < b.title ? -1 : 1))
}

/** The mails of each workflow, and of each task where they are about tasks, with the first of their times. */
function groupMails(mails: readonly ForecastMail[]): Map<string, { at: Instant; people: number }> {
  const groups = Map.groupBy(mails, ({ ruleId, itemId }) => `${ruleId} ${itemId}`)
  return new Map(
    [...groups].map(([key, some]) => [key, { at: Math.min(...some.map(({ at }) => at)), people: some.length }]),
  )
}
