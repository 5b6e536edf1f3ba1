import { asc, between, gt, lt, max, min } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import {
  type CalendarEvent,
  type CalendarLayer,
  type EventCalendar,
  MOST_CALENDAR_EVENTS,
} from '#src/contract/event-calendar.ts'
import { formatCity, formatTimeRange } from '#src/contract/event-dates.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { getPhases } from '#src/contract/phases.ts'
import { readConflicts } from './read-conflicts.ts'
import { readEntries } from './read-layers.ts'

/** Days of the calendar, the last one included, and what is shown beside the events. */
export type CalendarAsk = { from: PlainDay; to: PlainDay; layers: readonly CalendarLayer[] }

/** Events on these days by their local dates, drafts included, with layer entries and conflicts. */
export async function readCalendar(db: Db, { from, to, layers }: CalendarAsk, now: Instant): Promise<EventCalendar> {
  const rows = await listDays(db, { from, to, most: MOST_CALENDAR_EVENTS + 1 })
  const { entries, isCut } = await readEntries(db, { from, to, layers })
  return {
    events: rows.slice(0, MOST_CALENDAR_EVENTS).map((row) => toCalendarEvent(row, now)),
    entries,
    conflicts: await readConflicts(db, { from, to }),
    isCut: isCut || rows.length > MOST_CALENDAR_EVENTS,
    ...(await readAround(db, { from, to })),
  }
}

/** The nearest days with an event, before these days and after them. */
async function readAround(db: Db, { from, to }: { from: PlainDay; to: PlainDay }) {
  const { eventDate } = eventConfig
  const [before] = await db
    .select({ day: max(eventDate) })
    .from(eventConfig)
    .where(lt(eventDate, from))
  const [after] = await db
    .select({ day: min(eventDate) })
    .from(eventConfig)
    .where(gt(eventDate, to))
  return { previous: before?.day ?? null, next: after?.day ?? null }
}

type CalendarRow = Awaited<ReturnType<typeof listDays>>[number]

/** The events of these days by date, then by name. */
function listDays(db: Db, { from, to, most }: { from: PlainDay; to: PlainDay; most: number }) {
  const { id, eventName, eventDate, eventTimeStart, eventTimeEnd, eventTimezone, earlyBirdDeadline } = eventConfig
  const { city, state, venueName, isPublished, status, version } = eventConfig
  return db
    .select({
      ...{ id, eventName, eventDate, eventTimeStart, eventTimeEnd, eventTimezone, earlyBirdDeadline },
      ...{ city, state, venueName, isPublished, status, version },
    })
    .from(eventConfig)
    .where(between(eventDate, from, to))
    .orderBy(asc(eventDate), asc(eventName), asc(id))
    .limit(most)
}

function toCalendarEvent(row: CalendarRow, now: Instant): CalendarEvent {
  const { id, eventName, eventDate, venueName, isPublished, status, version } = row
  return {
    ...{ id, eventName, eventDate, venueName, isPublished, status, version },
    hours: formatTimeRange(row),
    place: formatCity(row) ?? null,
    isPast: getPhases(row).endsAt <= now,
  }
}
