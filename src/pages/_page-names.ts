import * as crypto from 'node:crypto'
import type { FurtherList } from '#src/contract/event-summary.ts'
import { getOpenings, nextOpening } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PictureOf } from '#src/contract/picture.ts'
import { type ListedEvent, rememberedFor } from './_events.ts'
import { monthOf } from './_month-store.ts'

/** All that a page of an event is made of besides the event itself, which its digest names. */
export type Surroundings = {
  now: Instant
  momentOf: (event: ListedEvent) => Instant
  findPicture: PictureOf
  findContentPicture: PictureOf
  /** What every page has around its content. */
  shell: unknown
  /** Lists of events on pages of their own. */
  lists: readonly FurtherList<{ id: string }>[]
}

/** Files of the site, with the name of each in the store. The key stands for all that they are made of. */
export type Planned = { key: string | null; files: Map<string, string> }
/** The events of a month, each with all that its page is made of. */
export type Month = Planned & { key: string; events: readonly { event: ListedEvent; parts: string }[] }

/** The months of events, each with a hash of all that the files of its events are made of. */
export function toMonths(events: readonly ListedEvent[], surroundings: Surroundings): Month[] {
  const partsOf = partsIn(events, surroundings)
  const byMonth = Map.groupBy(events, monthOf)
  return Array.from(byMonth.values(), (events) => {
    const withParts = events.map((event) => ({ event, parts: partsOf(event) }))
    return { key: hash(withParts.map(({ parts }) => parts).join('\n')), events: withParts, files: new Map() }
  })
}

/** All that the page of an event is made of, besides the code. */
function partsIn(
  events: readonly ListedEvent[],
  { now, momentOf, findPicture, findContentPicture, shell }: Surroundings,
): (event: ListedEvent) => string {
  const openings = getOpenings(events, timesOf)
  const shellHash = hash(shell)
  // Thousands of events share their pictures.
  const picturesIn = hashOfAll(findPicture)
  const contentPicturesIn = hashOfAll(findContentPicture)
  return (event) => {
    // Without one, the link is to all events. The code stands for that one.
    const next = nextOpening(event, openings, now, event.times)?.link ?? ''
    const pictures = `${picturesIn(event.sources)} ${contentPicturesIn(event.contentSources)}`
    return `${event.digest} ${momentOf(event)} ${next} ${pictures} ${shellHash}`
  }
}

/** The files of lists, each with its name in the store. */
export function nameLists(
  events: readonly ListedEvent[],
  { lists, momentOf, shell }: Surroundings,
): Map<string, string> {
  const shellHash = hash(shell)
  const byId = new Map(events.map((event) => [event.id, [event.digest, momentOf(event)]]))
  return new Map(
    lists.map((list) => {
      const shown = list.events.map(({ id }) => byId.get(id))
      return [fileOf(list.path), `${hash([{ ...list, events: shown }, shellHash])}.html`]
    }),
  )
}

/** The file of a page of this path. */
export const fileOf = (path: string) => `${path.slice(1)}.html`

const timesOf = ({ times }: ListedEvent) => times

/** A hash of all pictures of a list, of which thousands of events share many. */
function hashOfAll(findPicture: PictureOf): (sources: readonly string[]) => string {
  const hashOfOne = rememberedFor((source: string) => hash(findPicture(source)))
  return rememberedFor((sources) => hash(sources.map(hashOfOne)))
}

/** What stands for something in the name of a kept file. */
export function hash(parts: unknown): string {
  return crypto.hash('sha256', JSON.stringify(parts)).slice(0, 40)
}
