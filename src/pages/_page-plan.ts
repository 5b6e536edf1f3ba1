import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { joinCalendars } from '#src/domain/events/event-calendar.ts'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import { NOTHING_TAKEN, type Taken } from '../layouts/build/ahead.ts'
import { type LaidGroup, readGroup, writeGroup, writeLayout } from '../layouts/build/layout.ts'
import { openPageStore, type PageStore } from '../layouts/build/page-store.ts'
import type { PagePlan, SiteBuild } from '../layouts/build/site-build.ts'
import type { EventLines } from './_event-lines.ts'
import type { EventTexts } from './_event-texts.ts'
import type { KeptValue, ListedEvent } from './_events.ts'
import { type MonthStore, openMonths } from './_month-store.ts'
import { fileOf, hash, type Month, nameLists, type Planned, type Surroundings, toMonths } from './_page-names.ts'

/** The words of an event's share image. */
export type EventCard = { id: string; slug: string } & Pick<EventTexts, 'card' | 'image'>

/** What is in the site already, the ids of the events that are missing, and the paths of missing lists. */
export type Plan = Omit<PagePlan, 'made'> & {
  missing: ReadonlySet<string>
  missingLists: ReadonlySet<string>
  made: Map<string, string>
  /** The events of months that are not what they were for the last build. All files of the other ones are in the site. */
  changed: readonly Month[]
  /** The name under which each file is kept, or will be, for each of these months and for all lists. */
  groups: readonly Planned[]
  linked: Taken
}

export type EventStore = PageStore<KeptValue> & { folder: string } & MonthStores

/** What lists show of events, and calendars and share images. */
export type MonthStores = { lines: MonthStore<EventLines>; texts: MonthStore<EventTexts> }

/** The store of the code and the site of this build; undefined where nothing can be kept. What was asked before is sent before the store is read. */
export async function openEventStore(
  { hashOfCode, pages, ahead }: SiteBuild,
  site: { url: string; name: string },
): Promise<EventStore | undefined> {
  const code = hashOfCode()
  if (code === undefined) return undefined
  await setImmediate()
  const folder = join(pages, hash([code, site.url, site.name]).slice(0, 32))
  return { ...openPageStore<KeptValue>(folder, await ahead?.parts()), folder, ...openMonthStores(folder) }
}

/** Opens what is kept by month in a folder, or in none. */
export const openMonthStores = (folder?: string): MonthStores => ({
  lines: openMonths(folder, 'lines'),
  texts: openMonths(folder, 'texts'),
})

/**
 * Puts what is kept of events and lists into the site, and says what is missing. The names of kept files say all they are made of: the rows
 * of the event, its phase, the next event as the page names it, its pictures, and the shell, or these of the events of a list, and which lists
 * there are; the folder stands for the code and the name and address of the site. A month for which all this is what it was for the last build is taken
 * as it was linked, and the names of its files are not worked out.
 */
export async function planPages(
  { outDir, ahead }: SiteBuild,
  store: EventStore,
  events: readonly ListedEvent[],
  surroundings: Surroundings,
): Promise<Plan> {
  const { lists, momentOf } = surroundings
  const linked = await startFolders(outDir, { pages: store.folder, lists, ahead })
  const changed = toMonths(events, surroundings).filter(({ key }) => !linked.takeGroup(key))
  const placedPages = new Map(linked.groups().pages)
  const missing = new Set<string>()
  const made = new Map<string, string>()
  const place = placing(outDir, store, linked)
  for (const { events, files } of changed) {
    for (const { event, parts } of events) {
      const [page, calendar] = [`event/${event.eventSlug}.html`, `event/${event.eventSlug}.ics`]
      const [pageName, calendarName] = [
        `${hash(parts)}.html`,
        `${event.digest.replace(' ', '.')}.${momentOf(event)}.ics`,
      ]
      files.set(page, pageName).set(calendar, calendarName)
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
  }
  const ofLists = nameLists(events, surroundings)
  for (const [file, name] of ofLists) {
    const placed = place(file, name)
    if (placed?.finish) placedPages.set(file, placed.finish)
    if (!placed) made.set(file, name)
  }
  const missingLists = new Set(lists.flatMap(({ path }) => (made.has(fileOf(path)) ? path : [])))
  const save = () => {
    for (const { save } of [store.lines, store.texts]) save(events)
    store.save(Date.now(), (name) => store.lines.isUsed(name) || store.texts.isUsed(name))
  }
  const groups = [...changed, { key: null, files: ofLists }]
  return { made, changed, groups, linked, missing, missingLists, placedPages, keep: store.keep, save }
}

/** Puts a kept file into the site, unless it was linked there ahead. */
function placing(outDir: string, store: Pick<PageStore<unknown>, 'use' | 'place'>, linked: Taken) {
  return (file: string, name: string) => {
    const found = linked.find(file, name)
    if (found) store.use(name)
    return found ?? store.place(name, `${outDir}/${file}`)
  }
}

type Written = {
  textsOf: (event: { id: string }) => EventTexts
  site: { url: string; name: string }
  missing: readonly ListedEvent[]
  cardOf: (event: ListedEvent) => EventCard
}

/** Writes the calendars of missing events, and puts kept share images into the site. Resolves with the images to draw. */
export async function finishPlan(
  build: SiteBuild,
  planned: { plan: Plan; store: EventStore },
  { site, missing, textsOf, cardOf }: Written,
): Promise<EventCard[]> {
  await writeCalendars(
    build,
    missing.map((event) => ({ eventSlug: event.eventSlug, calendar: joinCalendars([textsOf(event).calendar], site) })),
  )
  const withCards = await planCards(build, planned, cardOf)
  build.plan = withCards.plan
  return withCards.missing
}

/** Writes the calendars of events into the site. Through Astro, each would take as long as a small page. */
async function writeCalendars(
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
async function planCards(
  { outDir, cards, ahead }: SiteBuild,
  { plan, store }: { plan: Plan; store: EventStore },
  cardOf: (event: ListedEvent) => EventCard,
): Promise<{ plan: Plan; missing: EventCard[] }> {
  const cardStore = openPageStore<never>(cards, await ahead?.parts())
  const storeOf = (name: string) => (name.endsWith('.png') ? cardStore : store)
  const missing: EventCard[] = []
  const place = placing(outDir, cardStore, plan.linked)
  for (const { events, files } of plan.changed) {
    for (const { event } of events) {
      const card = cardOf(event)
      const [file, name] = [`og/${card.slug}.png`, card.image]
      files.set(file, name)
      if (place(file, name)) continue
      missing.push(card)
      plan.made.set(file, name)
    }
  }
  plan.linked.clear()
  const keep: Plan['keep'] = (name, ...rest) => storeOf(name).keep(name, ...rest)
  const save = () => {
    const { lines } = plan.linked.groups()
    for (const { name } of lines.flatMap((line) => readGroup(line).files)) storeOf(name).use(name)
    plan.save()
    cardStore.save(Date.now())
    writeLayout(store.folder, [...lines, ...plan.groups.map((group) => writeGroup(toLaid(group, storeOf)))])
  }
  return { plan: { ...plan, keep, save }, missing }
}

/** What the layout has of files. Those that could not be kept are left out, and the others then do not stand for all. */
function toLaid({ key, files }: Planned, storeOf: (name: string) => Pick<PageStore<unknown>, 'find'>): LaidGroup {
  const laid = Array.from(files).flatMap(([file, name]) => {
    const entry = storeOf(name).find(name)
    return entry ? { ...entry, file, name } : []
  })
  return { key: laid.length === files.size ? key : null, files: laid }
}

/**
 * Makes the folders of events and lists, with what was linked ahead. What an attempt before has put there may have changed since, and goes.
 */
async function startFolders(
  outDir: string,
  { pages, lists, ahead }: { pages: string; lists: Surroundings['lists']; ahead: SiteBuild['ahead'] },
): Promise<Taken> {
  for (const name of ['event', 'events', 'og']) rmSync(join(outDir, name), { recursive: true, force: true })
  const taken = (await ahead?.take(outDir, pages)) ?? NOTHING_TAKEN
  const ofLists = lists.map(({ path }) => dirname(path))
  for (const name of new Set(['event', 'og', ...ofLists])) mkdirSync(join(outDir, name), { recursive: true })
  return taken
}
