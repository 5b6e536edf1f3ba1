import { formatShortDay } from './event-dates.ts'
import type { PlainDay } from './instant.ts'
import { addDays } from './wall-clock.ts'

/** An event, as far as it can be in the way of another one. */
export type Occupying = {
  id: string
  eventName: string
  eventDate: PlainDay
  city: string | null
  state: string | null
  /** What names its venue: an entry of the library, or what was typed in; null where it has none. */
  venue: { key: string; name: string } | null
  /** The people who are shown in its team. */
  people: readonly { id: string; name: string }[]
}

/** One of the two events of a conflict. */
type ConflictSide = Pick<Occupying, 'id' | 'eventName' | 'eventDate'> & { city: string | null }

/**
 * Two events that need the same person on one day, the same venue on one day, or the same person in different cities on two days
 * in a row, which leaves no day to travel. `first` is the earlier one.
 */
export type EventConflict = {
  kind: 'person' | 'venue' | 'travel'
  name: string
  first: ConflictSide
  second: ConflictSide
}

/** The conflicts among these events, by the day of the earlier event. Events that are called off have to be left out. */
export function findConflicts(events: readonly Occupying[]): EventConflict[] {
  const inOrder = events.toSorted(byDate)
  const byPerson = new Map<string, { name: string; of: Occupying[] }>()
  const byVenue = new Map<string, { name: string; of: Occupying[] }>()
  for (const event of inOrder) {
    for (const { id, name } of event.people) add(byPerson, id, name, event)
    if (event.venue) add(byVenue, event.venue.key, event.venue.name, event)
  }
  const people = [...byPerson.values()].flatMap(({ name, of }) =>
    pairs(of, 1).flatMap(([first, second]) => {
      if (first.eventDate === second.eventDate) return [toConflict('person', name, first, second)]
      return isElsewhere(first, second) ? [toConflict('travel', name, first, second)] : []
    }),
  )
  const venues = [...byVenue.values()].flatMap(({ name, of }) =>
    pairs(of, 0).map(([first, second]) => toConflict('venue', name, first, second)),
  )
  return [...people, ...venues].toSorted(
    (a, b) => byDate(a.first, b.first) || byDate(a.second, b.second) || (a.name < b.name ? -1 : 1),
  )
}

/** A conflict in one sentence. */
export function conflictSentence({ kind, name, first, second }: EventConflict): string {
  const when = formatShortDay(first.eventDate)
  const both = `“${first.eventName}” and “${second.eventName}”`
  if (kind === 'venue') return `${name} is the venue of ${both}, both on ${when}.`
  if (kind === 'person') return `${name} is in the team of ${both}, both on ${when}.`
  const next = formatShortDay(second.eventDate)
  return `${name} is in ${first.city} on ${when} for “${first.eventName}” and in ${second.city} on ${next} for “${second.eventName}”, with no day to travel.`
}

const byDate = (a: ConflictSide | Occupying, b: ConflictSide | Occupying) =>
  a.eventDate < b.eventDate ? -1 : a.eventDate > b.eventDate ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0

function add(groups: Map<string, { name: string; of: Occupying[] }>, key: string, name: string, event: Occupying) {
  const group = groups.get(key)
  if (group) group.of.push(event)
  else groups.set(key, { name, of: [event] })
}

/** Pairs of events at most `days` apart. `events` is sorted by date. */
function pairs(events: readonly Occupying[], days: number): [Occupying, Occupying][] {
  return events.flatMap((first, at) => {
    const last = addDays(first.eventDate, days)
    const rest = events.slice(at + 1)
    const end = rest.findIndex(({ eventDate }) => eventDate > last)
    return (end < 0 ? rest : rest.slice(0, end)).map((second): [Occupying, Occupying] => [first, second])
  })
}

/** True for two cities that are known and differ. Of an event without a city nobody knows whether it is elsewhere. */
function isElsewhere(a: Occupying, b: Occupying): boolean {
  const [one, other] = [a, b].map(
    ({ city, state }) => city && [city, state ?? ''].map((part) => part.trim().toLowerCase()),
  )
  if (!one || !other) return false
  const isOtherState = one[1] !== '' && other[1] !== '' && one[1] !== other[1]
  return one[0] !== other[0] || isOtherState
}

function toConflict(kind: EventConflict['kind'], name: string, first: Occupying, second: Occupying): EventConflict {
  const side = ({ id, eventName, eventDate, city }: Occupying): ConflictSide => ({ id, eventName, eventDate, city })
  return { kind, name, first: side(first), second: side(second) }
}
