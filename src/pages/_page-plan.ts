import * as crypto from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { FurtherList } from '#src/contract/event-summary.ts'
import { getOpenings, nextOpening } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PictureOf } from '#src/contract/picture.ts'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import { NOTHING_TAKEN, type Taken, writeLayout } from '../layouts/build/ahead.ts'
import type { Finish } from '../layouts/build/finish-page.ts'
import { openPageStore, type PageStore } from '../layouts/build/page-store.ts'
import type { PagePlan, SiteBuild } from '../layouts/build/site-build.ts'
import { type LineStore, openLines } from './_event-lines.ts'
import { type EventTexts, type KnownEvent, type ListedEvent, rememberedFor } from './_events.ts'

/** All that a page of an event is made of besides the event itself, which its digest names. */
type Surroundings = {
  now: Instant
  momentOf: (event: ListedEvent) => Instant
  findPicture: PictureOf
  findContentPicture: PictureOf
  /** What every page has around its content. */
  shell: unknown
  /** Lists of events on pages of their own. */
  lists: readonly FurtherList<{ id: string }>[]
}

/** The words of an event's share image. */
export type EventCard = { id: string; slug: string } & Pick<EventTexts, 'card' | 'image'>

/** What is in the site already, the ids of the events that are missing, and the paths of missing lists. */
export type Plan = Omit<PagePlan, 'made'> & {
  missing: ReadonlySet<string>
  missingLists: ReadonlySet<string>
  made: Map<string, string>
  /** The name under which each file is kept, or will be. */
  layout: Map<string, string>
}

export type EventStore = PageStore<KnownEvent> & { folder: string; lines: LineStore }

/** The store of the code and the site of this build; undefined where nothing can be kept. What was asked before is sent before the store is read. */
export async function openEventStore(
  { hashOfCode, pages, ahead }: SiteBuild,
  site: { url: string; name: string },
): Promise<EventStore | undefined> {
  const code = hashOfCode()
  if (code === undefined) return undefined
  await setImmediate()
  const folder = join(pages, hash([code, site.url, site.name]).slice(0, 32))
  return { ...openPageStore<KnownEvent>(folder, await ahead?.parts()), folder, lines: openLines(folder) }
}

/**
 * Puts what is kept of events and lists into the site, and says what is missing. The names of kept files say all they are made of: the rows
 * of the event, its phase, the next event as the page names it, its pictures, and the shell, or these of the events of a list, and which lists
 * there are; the folder stands for the code and the name and address of the site.
 */
export async function planPages(
  { outDir, ahead }: SiteBuild,
  store: EventStore,
  events: readonly ListedEvent[],
  { now, momentOf, findPicture, findContentPicture, shell, lists }: Surroundings,
): Promise<Plan> {
  const linked = await startFolder(outDir, 'event', ahead)
  const openings = getOpenings(events, timesOf)
  const shellHash = hash(shell)
  // Thousands of events share their pictures.
  const picturesIn = hashOfAll(findPicture)
  const contentPicturesIn = hashOfAll(findContentPicture)
  const missing = new Set<string>()
  const [made, layout] = [new Map<string, string>(), new Map<string, string>()]
  const placedPages = new Map<string, Finish>()
  const place = (file: string, name: string) => {
    layout.set(file, name)
    return store.place(name, `${outDir}/${file}`, linked.find(file, name))
  }
  for (const event of events) {
    const moment = momentOf(event)
    // Without one, the link is to all events. The code stands for that one.
    const next = nextOpening(event, openings, now, event.times)?.link ?? ''
    const pictures = `${picturesIn(event.sources)} ${contentPicturesIn(event.contentSources)}`
    const parts = `${event.digest} ${moment} ${next} ${pictures} ${shellHash}`
    const [page, calendar] = [`event/${event.eventSlug}.html`, `event/${event.eventSlug}.ics`]
    const [pageName, calendarName] = [`${hash(parts)}.html`, `${event.digest.replace(' ', '.')}.${moment}.ics`]
    const [placedPage, placedCalendar] = [place(page, pageName), place(calendar, calendarName)]
    if (placedPage && placedCalendar) {
      if (placedPage.finish) placedPages.set(page, placedPage.finish)
      continue
    }
    missing.add(event.id)
    made.set(page, pageName).set(calendar, calendarName)
    // What is made is written into a new file, never into one that the store has too.
    if (placedPage) rmSync(join(outDir, page))
    if (placedCalendar) rmSync(join(outDir, calendar))
  }
  linked.clear()
  const missingLists = new Set<string>()
  startLists(outDir, lists)
  const byId = new Map(events.map((event) => [event.id, [event.digest, momentOf(event)]]))
  for (const list of lists) {
    const shown = list.events.map(({ id }) => byId.get(id))
    const [file, name] = [`${list.path.slice(1)}.html`, `${hash([{ ...list, events: shown }, shellHash])}.html`]
    const placed = store.place(name, `${outDir}/${file}`)
    if (placed?.finish) placedPages.set(file, placed.finish)
    if (placed) continue
    missingLists.add(list.path)
    made.set(file, name)
  }
  const save = () => {
    store.lines.save(events)
    store.save(Date.now(), store.lines.isUsed)
  }
  return { made, layout, missing, missingLists, placedPages, keep: store.keep, save }
}

/** Makes the folders of lists, without what an attempt before has put there. */
function startLists(outDir: string, lists: Surroundings['lists']): void {
  rmSync(join(outDir, 'events'), { recursive: true, force: true })
  for (const folder of new Set(lists.map(({ path }) => dirname(path))))
    mkdirSync(join(outDir, folder), { recursive: true })
}

/** Writes the calendars of events into the site. Through Astro, each would take as long as a small page. */
export async function writeCalendars(
  { outDir, finished }: SiteBuild,
  calendars: Iterable<{ eventSlug: string; calendar: Uint8Array[] }>,
): Promise<void> {
  const all = calendars[Symbol.iterator]()
  const rest = { [Symbol.iterator]: () => all }
  const writer = async () => {
    for (const { eventSlug, calendar: pieces } of rest) {
      const file = `event/${eventSlug}.ics`
      const calendar = Buffer.concat(pieces)
      await writeFile(join(outDir, file), calendar)
      finished.set(file, { finish: null, hash: hashOf(calendar) })
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

const WRITERS = 8

/** The same for share images, which join the plan. Returns the ids of events whose image is to be drawn. */
export async function planCards(
  { outDir, cards, ahead }: SiteBuild,
  { plan, folder }: { plan: Plan; folder: string },
  events: readonly EventCard[],
): Promise<{ plan: Plan; missing: Set<string> }> {
  const store = openPageStore<never>(cards, await ahead?.parts())
  const linked = await startFolder(outDir, 'og', ahead)
  const missing = new Set<string>()
  for (const { id, slug, image: name } of events) {
    const file = `og/${slug}.png`
    plan.layout.set(file, name)
    if (store.place(name, `${outDir}/${file}`, linked.find(file, name))) continue
    missing.add(id)
    plan.made.set(file, name)
  }
  linked.clear()
  const keep: Plan['keep'] = (name, ...rest) => (name.endsWith('.png') ? store : plan).keep(name, ...rest)
  const save = () => {
    plan.save()
    store.save(Date.now())
    writeLayout(folder, plan.layout)
  }
  return { plan: { ...plan, keep, save }, missing }
}

/** A folder with what was linked ahead. What an attempt before has put there may have changed since, and goes. */
async function startFolder(outDir: string, name: string, ahead: SiteBuild['ahead']): Promise<Taken> {
  rmSync(join(outDir, name), { recursive: true, force: true })
  const taken = (await ahead?.take(outDir, name)) ?? NOTHING_TAKEN
  mkdirSync(join(outDir, name), { recursive: true })
  return taken
}

const timesOf = ({ times }: ListedEvent) => times

/** A hash of all pictures of a list, of which thousands of events share many. */
function hashOfAll(findPicture: PictureOf): (sources: readonly string[]) => string {
  const hashOfOne = rememberedFor((source: string) => hash(findPicture(source)))
  return rememberedFor((sources) => hash(sources.map(hashOfOne)))
}

function hash(parts: unknown): string {
  return crypto.hash('sha256', JSON.stringify(parts)).slice(0, 40)
}
