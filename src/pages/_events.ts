import { type Db, inSnapshot } from '#db/client.ts'
import { blockPictures } from '#src/contract/content-shown.ts'
import type { EventConfig, EventRows } from '#src/contract/event.ts'
import { formatCity } from '#src/contract/event-dates.ts'
import type { PlacedEvent } from '#src/contract/event-summary.ts'
import { FALLBACK_AGENDA } from '#src/contract/fallback-copy.ts'
import { type EventTimes, getEventTimes, shownMoment } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { wayToNext } from '#src/contract/landing-copy.ts'
import { remembered } from '#src/contract/remembered.ts'
import { readClock } from '#src/contract/today.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import type { CalendarPart } from '#src/domain/events/event-calendar.ts'
import { type EventDigest, readEventDigests } from '#src/domain/site/event-digests.ts'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import { readEventRows } from '#src/domain/site/read-site.ts'
import { getSources } from './_pictures.ts'

type Field =
  | 'id'
  | 'eventSlug'
  | 'eventName'
  | 'eventDate'
  | 'eventTimeStart'
  | 'eventTimeEnd'
  | 'eventTimezone'
  | 'earlyBirdDeadline'
  | 'status'
  | 'registrationUrl'
  | 'publishedAt'
  | 'updatedAt'
  | 'city'
  | 'state'

/** All that is known of an event without its rows: enough for lists, for links to it and for the choice of the home page. */
export type ListedEvent = Pick<EventConfig, Field> & {
  digest: string
  /** What the link to it on the pages of other events is made of, as a hash. */
  link: string
  times: EventTimes
  /** When the parts of its day begin, on the clock of the event. */
  clocks: readonly string[]
  /** Addresses of its pictures, and of those in its content, which are larger. */
  sources: readonly string[]
  contentSources: readonly string[]
}

/** What builds keep under a name: the events of a month, and their calendar under a hash of their digests and moments. */
export type KeptValue = { listed: ListedEvent[] } | { calendar: CalendarPart }

/** Where it is kept. */
export type Known = { get: (name: string) => KeptValue | undefined; set: (name: string, value: KeptValue) => void }

/** What is known of the events of a month, in the order of their digests; all of it is what was kept of the month, or some of it is not. */
type FoundMonth = { month: string; digests: EventDigest[] } & (
  | { isWhole: true; listed: ListedEvent[] }
  | { isWhole: false; listed: (ListedEvent | undefined)[] }
)

type ReadEvents = { found: FoundMonth[]; rows: EventRows[] }

/** What is known of the published events, and the rows of those that are not known. */
export async function readEvents(tx: Db, digests: EventDigest[], known: Known): Promise<ReadEvents> {
  const found = Array.from(Map.groupBy(digests, ({ month }) => month).values(), (own) => findMonth(own, known))
  const unknown = found.flatMap(({ isWhole, digests, listed }) =>
    isWhole ? [] : digests.filter((_, at) => !listed[at]),
  )
  if (unknown.length === 0) return { found, rows: [] }
  const ids = unknown.map(({ id }) => id)
  return { found, rows: await readEventRows(tx, ids.length < digests.length ? ids : undefined) }
}

function findMonth(digests: EventDigest[], known: Known): FoundMonth {
  const [{ month } = { month: '' }] = digests
  const kept = known.get(nameOf(month))
  const listed = kept && 'listed' in kept ? kept.listed : []
  const isWhole = listed.length === digests.length && listed.every(({ digest }, at) => digest === digests[at]?.digest)
  if (isWhole) return { month, digests, isWhole, listed }
  const byDigest = new Map(listed.map((event) => [event.digest, event]))
  return { month, digests, isWhole, listed: digests.map(({ digest }) => byDigest.get(digest)) }
}

/** Names are hashes, so that they spread over the parts of the index. */
const nameOf = (month: string) => hashOf(`events of ${month}`)

/** The rows of these events, of which some are read already. Undefined if one has changed since its digest was read. */
export async function readRows(db: Db, asked: readonly ListedEvent[], read: readonly EventRows[]) {
  const byId = new Map(read.map((rows) => [rows.event.id, rows]))
  const rest = asked.filter(({ id }) => !byId.has(id))
  if (rest.length === 0) return byId
  const ids = rest.map(({ id }) => id)
  const [digests, more] = await inSnapshot(db, async (tx) => [
    new Map((await readEventDigests(tx, ids)).map(({ id, digest }) => [id, digest])),
    await readEventRows(tx, ids),
  ])
  if (rest.some(({ id, digest }) => digests.get(id) !== digest)) return undefined
  for (const rows of more) byId.set(rows.event.id, rows)
  return byId
}

/** Every published event. Those that were not known are worked out, which takes too long for a transaction that waits. */
export function listEvents({ found, rows }: ReadEvents, known: Known): ListedEvent[] {
  const byId = new Map(rows.map((each) => [each.event.id, each]))
  return found.flatMap((month) => {
    if (month.isWhole) return month.listed
    const listed = month.digests.flatMap(({ id, digest }, at) => {
      const own = byId.get(id)
      return month.listed[at] ?? (own ? toListed(own, digest) : [])
    })
    known.set(nameOf(month.month), { listed })
    return listed
  })
}

export function toListed(rows: EventRows, digest: string): ListedEvent {
  const { id, eventSlug, eventName, eventDate, eventTimeStart, eventTimeEnd, eventTimezone } = rows.event
  const { earlyBirdDeadline, status, registrationUrl, publishedAt, updatedAt, city, state } = rows.event
  const times = getEventTimes(rows.event)
  const link = hashOf(JSON.stringify(wayToNext(rows.event)))
  const agenda = rows.agenda?.length === 0 ? FALLBACK_AGENDA : (rows.agenda ?? [])
  return {
    ...{ id, eventSlug, eventName, eventDate, eventTimeStart, eventTimeEnd, eventTimezone, earlyBirdDeadline },
    ...{ status, registrationUrl, publishedAt, updatedAt, city, state },
    ...{ digest, link, times },
    clocks: shared(agenda.flatMap(({ timeSlot }) => readClock(timeSlot) ?? [])),
    sources: shared([...getSources([rows])]),
    contentSources: shared(blockPictures(Object.values(rows.content?.slots ?? {}).flatMap((blocks) => blocks ?? []))),
  }
}

/** Events whose lists are equal share one, which is then stored once for those that are stored together. */
const shared = (list: string[]) => sharedList(JSON.stringify(list))
const sharedList = remembered((json: string): readonly string[] => JSON.parse(json))

/** The event as the lists arrange it. */
export function toPlaced({ id, eventDate, times, city, state }: ListedEvent): PlacedEvent {
  const { startsAt, dayEndsAt } = times
  return { id, dateTime: eventDate, startsAt, upcomingUntil: dayEndsAt, city: formatCity({ city, state }) ?? null }
}

/** The moment for which the event's pages are made. From the day before to the end, they show what is on. */
export function momentOf(event: ListedEvent, now: Instant): Instant {
  const { publishedAt, times, clocks, eventDate, eventTimezone } = event
  const isShown = now >= times.dayBeforeFrom && now < times.endsAt
  const starts = isShown ? ['00:00', ...clocks].map((clock) => instantAt(eventDate, clock, eventTimezone)) : []
  return shownMoment(publishedAt, times, starts, now)
}

/** The same for each of many events, which several things are made from. */
export const momentsFor = (now: Instant) => rememberedFor((event: ListedEvent) => momentOf(event, now))

/** `make`, asked once for each key. */
export function rememberedFor<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}
