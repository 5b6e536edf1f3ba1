import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { EventRows } from '#src/contract/event.ts'
import { type EventLists, type PlacedEvent, toSummary } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import { EventTicket, PastEvent } from '#src/sections/EventTicket.tsx'
import { RenderedList } from '#src/sections/RenderedList.tsx'
import { pasteLater, plainApostrophes } from '../layouts/build/paste-later.ts'
import type { ListedEvent } from './_events.ts'
import type { MonthStore } from './_month-store.ts'

/** How lists show an event in the phase that holds at `moment`, as HTML in the bytes that are served. After its day it has no ticket. */
export type EventLines = { moment: Instant; ticket: Uint8Array; line: Uint8Array }

type Shown = {
  events: readonly ListedEvent[]
  momentOf: (event: ListedEvent) => Instant
  /** The lists that this build makes. */
  lists: EventLists<PlacedEvent>
}

/** The lines of the list of events and of other lists: those that are kept for the moment that is shown, or else written from the rows, and then kept. */
export function linesOn({ events, momentOf, lists: { first, further } }: Shown, store: MonthStore<EventLines>) {
  const all = [...first.soonest, ...first.past, ...further.flatMap((list) => list.events)]
  const ids = new Set(all.map(({ id }) => id))
  const byId = new Map(events.map((event) => [event.id, event]))
  const find = (event: ListedEvent | undefined) => event && store.find(event, momentOf(event))
  const isMissing = (event: ListedEvent) => ids.has(event.id) && !find(event)
  return {
    isMissing,
    of: ({ id }: { id: string }) => find(byId.get(id)),
    write: (event: ListedEvent, rows: EventRows | undefined) => {
      if (rows && isMissing(event)) store.put(event, writeLines(rows, momentOf(event)))
    },
  }
}

/** A list of lines or tickets, which the build pastes into the page once it is finished. */
export const pastedList = (items: readonly Uint8Array[]) => createElement(RenderedList, { html: pasteLater(items) })

/** As `finishPage` leaves the markup of a page whose names stay as they are. */
const asServed = (element: ReactElement) => Buffer.from(plainApostrophes(renderToStaticMarkup(element)))

/** Writes an event out for lists. */
export function writeLines({ event }: EventRows, moment: Instant): EventLines {
  const summary = toSummary(event)
  const props = { event: summary, now: moment }
  return {
    moment,
    ticket: summary.upcomingUntil > moment ? asServed(createElement(EventTicket, props)) : new Uint8Array(),
    line: asServed(createElement(PastEvent, props)),
  }
}
