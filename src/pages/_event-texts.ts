import { hash } from 'node:crypto'
import type { EventRows } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type CalendarPart, calendarPart, inFeed, joinParts } from '#src/domain/events/event-calendar.ts'
import { shareCard, shareHash } from '#src/domain/events/share-card.ts'
import type { Known, ListedEvent } from './_events.ts'
import { type MonthStore, monthOf } from './_month-store.ts'

/** How other pages and programs show an event in the phase that holds at `moment`. */
export type EventTexts = {
  moment: Instant
  calendar: CalendarPart
  /** The words of its share image as JSON, which is parsed for those alone that are drawn, and the name of the image. */
  card: string
  image: string
}

type Shown = {
  events: readonly ListedEvent[]
  now: Instant
  momentOf: (event: ListedEvent) => Instant
  /** The events whose own files are made, or looked for. */
  changed: readonly ListedEvent[]
}

type Stores = { known: Known; store: MonthStore<EventTexts> }

/**
 * What calendars and share images show of events: what is kept for the moment that is shown, or else written from the rows, and then kept. The calendar of all events is
 * made of the calendars of months. The texts of single events are looked for where one of their month has changed.
 */
export function textsIn({ events, now, momentOf, changed }: Shown, { known, store }: Stores) {
  const inCalendar = events.filter(({ times }) => inFeed(times, now))
  const months = Array.from(Map.groupBy(inCalendar, monthOf).values(), (events) => {
    const key = hash('sha256', events.map((event) => `${event.digest} ${momentOf(event)}`).join('\n'))
    return { events, key, calendar: findCalendar(known, key) }
  })
  const needed = [...changed, ...months.flatMap(({ events, calendar }) => (calendar ? [] : events))]
  const byId = new Map(needed.map((event) => [event.id, event]))
  const find = (event: ListedEvent | undefined) => event && store.find(event, momentOf(event))
  const isMissing = (event: ListedEvent) => byId.has(event.id) && !find(event)
  const of = ({ id }: { id: string }) => {
    const texts = find(byId.get(id))
    if (!texts) throw new Error('An event is shown of which no texts were written.')
    return texts
  }
  return {
    of,
    isMissing,
    write: (event: ListedEvent, rows: EventRows | undefined, site: { url: string; name: string }) => {
      if (rows && isMissing(event)) store.put(event, writeTexts(rows, site, momentOf(event)))
    },
    /** The calendar of all events for subscribers, in parts, once all that was missing is written. */
    calendars: (): CalendarPart[] =>
      months.map(({ key, events, calendar: kept }) => {
        const calendar = kept ?? joinParts(events.map((event) => of(event).calendar))
        if (!kept) known.set(key, { calendar })
        return calendar
      }),
  }
}

function findCalendar(known: Known, key: string): CalendarPart | undefined {
  const found = known.get(key)
  return found && 'calendar' in found ? found.calendar : undefined
}

/** Writes an event out for everything that shows it beside its page and the lists. */
export function writeTexts({ event }: EventRows, site: { url: string; name: string }, moment: Instant): EventTexts {
  const card = shareCard(event, site.name, moment)
  return {
    moment,
    calendar: calendarPart(event, site, moment),
    card: JSON.stringify(card),
    image: `${shareHash(card)}.png`,
  }
}
