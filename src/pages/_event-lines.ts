import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { EventRows } from '#src/contract/event.ts'
import { type EventLists, type PlacedEvent, toSummary } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readHashed, writeHashed } from '#src/domain/site/hashed-file.ts'
import { EventTicket, PastEvent } from '#src/sections/EventTicket.tsx'
import { RenderedList } from '#src/sections/RenderedList.tsx'
import { attempt } from '../layouts/build/page-store.ts'
import { pasteLater, plainApostrophes } from '../layouts/build/paste-later.ts'
import type { ListedEvent } from './_events.ts'

/** How lists show an event in the phase that holds at `moment`, as HTML in the bytes that are served. After its day it has no ticket. */
export type EventLines = { moment: Instant; ticket: Uint8Array; line: Uint8Array }

/** What builds keep of the lines of events. */
export type LineStore = {
  find: (event: ListedEvent, moment: Instant) => EventLines | undefined
  put: (event: ListedEvent, lines: EventLines) => void
  /** Writes down what is new. Of a month that has changed, the lines of these events alone are kept. */
  save: (events: readonly ListedEvent[]) => void
  /** True for the name of a file of a month in which one of these events is, once they were saved. */
  isUsed: (name: string) => boolean
}

/**
 * Opens the lines that are kept in a folder, or in none. Each month has a file, since a build needs the lines of few months: those of the list of events, and of
 * lists in which an event has changed. (decision 0069)
 */
export function openLines(folder: string | undefined): LineStore {
  const months = new Map<string, Map<string, EventLines>>()
  const [changed, used] = [new Set<string>(), new Set<string>()]
  const linesIn = (month: string) => {
    const lines = months.get(month) ?? readLines(folder, month)
    months.set(month, lines)
    return lines
  }
  return {
    find: (event, moment) => {
      const lines = linesIn(monthOf(event)).get(event.digest)
      return lines?.moment === moment ? lines : undefined
    },
    put: (event, lines) => {
      changed.add(monthOf(event))
      linesIn(monthOf(event)).set(event.digest, lines)
    },
    save: (events) => {
      const digests = new Set(events.map(({ digest }) => digest))
      for (const event of events) used.add(fileOf(monthOf(event)))
      if (folder === undefined) return
      for (const month of changed) {
        const lines = [...linesIn(month)].filter(([digest]) => digests.has(digest))
        attempt(() => writeHashed(join(folder, fileOf(month)), serialize(new Map(lines))))
      }
    },
    isUsed: (name) => used.has(name),
  }
}

const monthOf = ({ eventDate }: ListedEvent) => eventDate.slice(0, 7)
const fileOf = (month: string) => `lines.${month}`

function readLines(folder: string | undefined, month: string): Map<string, EventLines> {
  const file = folder && join(folder, fileOf(month))
  const bytes = file && readHashed(file)
  try {
    return bytes ? deserialize(bytes) : new Map()
  } catch {
    // It is of another version of Node.
    return new Map()
  }
}

type Shown = {
  events: readonly ListedEvent[]
  momentOf: (event: ListedEvent) => Instant
  /** The lists that this build makes. */
  lists: EventLists<PlacedEvent>
}

/** The lines of the list of events and of other lists: those that are kept for the moment that is shown, or else written from the rows, and then kept. */
export function linesOn({ events, momentOf, lists: { first, further } }: Shown, store: LineStore) {
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
