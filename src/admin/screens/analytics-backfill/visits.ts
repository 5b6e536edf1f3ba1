import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { type Figures, IMPORT_LIMITS, type ImportDimension } from '#src/contract/analytics-import.ts'
import { ImportRefused } from '#src/contract/analytics-import-refusals.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import type { Collector } from './collect.ts'

/** One thing that a visitor did, as an export of single views has it. */
export type VisitEvent = {
  at: Instant
  visit: string
  /** Null if the service does not tell visitors apart. */
  visitor: string | null
  /** The page that was viewed; null for a custom event. */
  page: string | null
  act?: string
  /** What a visit is filtered by; that of its first event counts. */
  facts: Partial<Record<ImportDimension, string>>
}

type Visit = { first: VisitEvent; last: VisitEvent; views: number; acts: number }
type DayOfVisits = {
  visits: Map<string, Visit>
  pages: Map<string, Set<string>>
  views: Map<string, number>
  acts: Map<string, number>
}

const QUARTER = 900_000

/** Which day it is in the statistics, remembered for a quarter of an hour: no zone changes its clock in between. */
export function dayOfStatistics(): (at: Instant) => PlainDay {
  const known = new Map<number, PlainDay>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER)
    const day = known.get(quarter) ?? dayIn(STATISTICS_ZONE, at)
    known.set(quarter, day)
    return day
  }
}

/**
 * Counts single views by day. A visit that goes on after midnight is one of either day, so that every day is counted by itself. The
 * order of the events does not matter.
 */
export class VisitCounter {
  readonly #days = new Map<PlainDay, DayOfVisits>()
  readonly #dayOf = dayOfStatistics()
  #count = 0

  /** Throws `ImportRefused` for more events than can be held. */
  add(event: VisitEvent, collector: Collector): void {
    const on = this.#dayOf(event.at)
    if (!collector.takesDay(on)) return
    this.#count += 1
    if (this.#count > IMPORT_LIMITS.events) throw new ImportRefused('events')
    const day = this.#days.get(on) ?? { visits: new Map(), pages: new Map(), views: new Map(), acts: new Map() }
    this.#days.set(on, day)
    addToVisit(day.visits, event)
    if (event.page === null) {
      increase(day.acts, event.act ?? '')
      return
    }
    increase(day.views, event.page)
    const visits = day.pages.get(event.page) ?? new Set()
    day.pages.set(event.page, visits.add(event.visit))
  }

  /** Adds the rows of all days. `table` names the file: of two files with the same day, only one is counted for it. */
  finish(collector: Collector, table: string): void {
    for (const [day, counted] of this.#days) {
      const add = (dimension: ImportDimension, value: string, figures: Partial<Figures>) =>
        collector.add(dimension, value, { ...figures, table, day, about: '' })
      addVisits([...counted.visits.values()], add)
      for (const [page, views] of counted.views)
        add('page', page, { views, visits: counted.pages.get(page)?.size ?? 0 })
      for (const [act, views] of counted.acts) add('act', act, { views })
    }
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function addToVisit(visits: Map<string, Visit>, event: VisitEvent): void {
  const isView = event.page !== null
  const visit = visits.get(event.visit)
  if (!visit)
    return void visits.set(event.visit, { first: event, last: event, views: Number(isView), acts: Number(!isView) })
  if (isView) visit.views += 1
  else visit.acts += 1
  if (comesBefore(event, visit.first)) visit.first = event
  if (comesBefore(visit.last, event)) visit.last = event
}

const nameOf = ({ page, act, facts }: VisitEvent) => `${page} ${act} ${JSON.stringify(facts)}`
/** Of two events at the same moment the order is that of their names, so that it does not depend on the file. */
const comesBefore = (a: VisitEvent, b: VisitEvent) => a.at < b.at || (a.at === b.at && nameOf(a) < nameOf(b))

type Add = (dimension: ImportDimension, value: string, figures: Partial<Figures>) => void

/** The figures of the visits of a day by everything they are filtered by. A visitor counts in the first visit of the day. */
function addVisits(visits: readonly Visit[], add: Add): void {
  const firstOf = new Map<string, Visit>()
  for (const visit of visits) {
    const { visitor } = visit.first
    const known = visitor === null ? undefined : firstOf.get(visitor)
    if (visitor !== null && (!known || comesBefore(visit.first, known.first))) firstOf.set(visitor, visit)
  }
  const sums = new Map<string, { dimension: ImportDimension; value: string; figures: Figures }>()
  for (const visit of visits) {
    const isNew = visit.first.visitor === null ? null : Number(firstOf.get(visit.first.visitor) === visit)
    for (const [dimension, value] of valuesOf(visit)) {
      const key = `${dimension} ${value}`
      const sum = sums.get(key) ?? {
        dimension,
        value,
        figures: { visitors: isNew && 0, visits: 0, views: 0, seconds: 0, bounces: 0 },
      }
      sums.set(key, { ...sum, figures: plus(sum.figures, visit, isNew) })
    }
  }
  for (const { dimension, value, figures } of sums.values()) add(dimension, value, figures)
}

function valuesOf({ first, last }: Visit): [ImportDimension, string][] {
  const facts = Object.entries(first.facts) as [ImportDimension, string][]
  const pages: [ImportDimension, string][] = [
    ...(first.page === null ? [] : [['entry', first.page] as [ImportDimension, string]]),
    ...(last.page === null ? [] : [['exit', last.page] as [ImportDimension, string]]),
  ]
  return [['total', ''], ...facts.filter(([name, value]) => value !== '' || !name.startsWith('utm_')), ...pages]
}

function plus(figures: Figures, { first, last, views, acts }: Visit, isNew: number | null): Figures {
  return {
    visitors: isNew === null ? figures.visitors : (figures.visitors ?? 0) + isNew,
    visits: (figures.visits ?? 0) + 1,
    views: (figures.views ?? 0) + views,
    seconds: (figures.seconds ?? 0) + Math.round((last.at - first.at) / 1000),
    bounces: (figures.bounces ?? 0) + Number(views === 1 && acts === 0),
  }
}
