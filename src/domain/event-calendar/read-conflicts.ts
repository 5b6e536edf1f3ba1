import { and, asc, between, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { MOST_CALENDAR_EVENTS } from '#src/contract/event-calendar.ts'
import { type EventConflict, findConflicts, type Occupying } from '#src/contract/event-conflicts.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { addDays } from '#src/contract/wall-clock.ts'

/** More conflicts than this are not listed: each of them has to be read. */
const MOST_CONFLICTS = 100

type Days = { from: PlainDay; to: PlainDay }

/** What is in the way of what on these days, or between one of them and the day before or after. */
export async function readConflicts(db: Db, { from, to }: Days): Promise<EventConflict[]> {
  const conflicts = findConflicts(await readOccupying(db, { from: addDays(from, -1), to: addDays(to, 1) }))
  const isHere = ({ eventDate }: { eventDate: PlainDay }) => eventDate >= from && eventDate <= to
  return conflicts.filter(({ first, second }) => isHere(first) || isHere(second)).slice(0, MOST_CONFLICTS)
}

/** The conflicts that one event would have on another date. */
export async function readConflictsOn(db: Db, eventId: string, date: PlainDay): Promise<EventConflict[]> {
  const others = await readOccupying(db, { from: addDays(date, -1), to: addDays(date, 1) })
  const [own] = await readOccupying(db, { eventId })
  // It is called off.
  if (!own) return []
  const conflicts = findConflicts([...others.filter(({ id }) => id !== eventId), { ...own, eventDate: date }])
  return conflicts.filter(({ first, second }) => first.id === eventId || second.id === eventId).slice(0, MOST_CONFLICTS)
}

/** Events that take place, with their team and venue: those of some days, or a single one. */
async function readOccupying(db: Db, which: Days | { eventId: string }): Promise<Occupying[]> {
  const { id, eventName, eventDate, city, state, venueName, locationId, status } = eventConfig
  const isAsked = 'eventId' in which ? eq(id, which.eventId) : between(eventDate, which.from, which.to)
  const events = await db
    .select({ id, eventName, eventDate, city, state, venueName, locationId })
    .from(eventConfig)
    .where(and(isAsked, notInArray(status, ['cancelled', 'postponed'])))
    .orderBy(asc(eventDate), asc(id))
    .limit(MOST_CALENDAR_EVENTS)
  const team = await readPeople(
    db,
    events.map((event) => event.id),
  )
  return events.map(({ venueName: venue, locationId: location, ...event }) => ({
    ...event,
    venue: toVenue(venue, location, event.city),
    people: team.get(event.id) ?? [],
  }))
}

/** Two events are at one venue if it is the same entry of the library, or has the same name in the same city. */
function toVenue(name: string | null, locationId: string | null, city: string | null): Occupying['venue'] {
  if (name === null) return null
  return { key: locationId ?? `${name.trim()} ${city?.trim() ?? ''}`.toLowerCase(), name }
}

async function readPeople(db: Db, eventIds: string[]): Promise<Map<string, Occupying['people'][number][]>> {
  const people = new Map<string, Occupying['people'][number][]>()
  if (eventIds.length === 0) return people
  const isThis = eq(teamLibrary.id, eventTeam.teamLibraryId)
  const name = sql<string>`(select ${teamLibrary.fullName} from ${teamLibrary} where ${isThis})`
  const rows = await db
    .select({ eventId: eventTeam.eventId, id: eventTeam.teamLibraryId, name })
    .from(eventTeam)
    .where(and(inArray(eventTeam.eventId, eventIds), eq(eventTeam.isActive, true)))
  for (const { eventId, ...person } of rows) people.set(eventId, [...(people.get(eventId) ?? []), person])
  return people
}
