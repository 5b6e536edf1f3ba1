import { ImportRefused } from '#src/contract/analytics-import-refusals.ts'
import { readBrowser, readCampaign, readCountry, readDay, readPath, readSource } from './cells.ts'
import type { Collector } from './collect.ts'
import { dayOfStatistics, type VisitCounter } from './visits.ts'

const COLUMNS = new Set([
  ...['Path', 'Title', 'Event', 'UserAgent', 'Browser', 'System', 'Session', 'Bot', 'Referrer', 'Referrer scheme'],
  ...['Screen size', 'Location', 'FirstVisit', 'Date'],
])

/** Its header begins with the version: `2Path`. */
export const isGoatcounter = (header: readonly string[]) =>
  header.some((column) => /^\d+(Path|Title|Event|Date)$/.test(column)) && header.includes('Session')

/** Reads single views. Throws `ImportRefused` for another version. */
export function readGoatcounter(
  header: readonly string[],
  collector: Collector,
  counter: VisitCounter,
): (cells: readonly string[]) => void {
  const [, version] = /^(\d+)/.exec(header[0] ?? '') ?? []
  if (version !== '2') throw new ImportRefused('goatcounterVersion')
  collector.is('goatcounter')
  const names = header.map((column, at) => (at === 0 ? column.slice(1) : column))
  for (const column of names) if (!COLUMNS.has(column)) collector.unknownColumns.add(column)
  return (cells) => {
    const cell = (column: string) => cells[names.indexOf(column)] ?? ''
    if (!['', '0', 'false'].includes(cell('Bot'))) return collector.leaveOut('bot')
    const at = Date.parse(cell('Date'))
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(cell('Date')) || Number.isNaN(at))
      return collector.leaveOut('day')
    const isEvent = ['true', '1'].includes(cell('Event').toLowerCase())
    counter.add(
      {
        at,
        visit: cell('Session'),
        // A session is not a visitor: it ends after eight hours.
        visitor: null,
        page: isEvent ? null : readPath(cell('Path')),
        ...(isEvent && { act: cell('Path') }),
        facts: {
          ...readReferrer(cell('Referrer'), cell('Referrer scheme')),
          country: cell('Location') && readCountry(cell('Location')),
          device: deviceOf(Number(cell('Screen size').split(',')[0])),
          browser: readBrowser(cell('Browser')),
        },
      },
      collector,
    )
  }
}

/** A referrer of the scheme `c` is a campaign, of `g` a name that GoatCounter gave, of `h` an address. */
function readReferrer(referrer: string, scheme: string) {
  return scheme === 'c' ? { source: '', utm_campaign: readCampaign(referrer) } : { source: readSource(referrer) }
}

/** By the width of the screen in pixels; empty if it is not known. */
function deviceOf(width: number): string {
  if (!(width > 0)) return ''
  return width < 768 ? 'phone' : width < 1100 ? 'tablet' : 'desktop'
}

type Json = Readonly<Record<string, unknown>>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Files of the JSON export that are read: lists of names, and counts that refer to them. */
const LISTS = ['paths', 'refs', 'browsers'] as const
const COUNTS = ['hit_stats', 'browser_stats', 'location_stats', 'size_stats'] as const
type List = (typeof LISTS)[number]
type Count = (typeof COUNTS)[number]

/**
 * Reads the files of a JSON export, in any order. It counts a page once for each visit, so that its counts by page add up to views
 * and never to visits.
 */
export class GoatcounterJson {
  readonly #lists: Record<List, Map<unknown, Json>> = { paths: new Map(), refs: new Map(), browsers: new Map() }
  readonly #counts = new Map<string, { file: Count; time: string; path: unknown; of: unknown; count: number }>()
  readonly #collector: Collector

  constructor(collector: Collector) {
    this.#collector = collector
  }

  /** Throws `ImportRefused` for another version. */
  readInfo(text: string): void {
    const [, version] = /"export_version"\s*:\s*"?(\d+)(?:\.\d+)?"?/.exec(text) ?? []
    if (version !== '1') throw new ImportRefused('goatcounterJson')
    this.#collector.is('goatcounter')
  }

  /** True if a file of this name is read. */
  takes(name: string): boolean {
    return [...LISTS, ...COUNTS].some((known) => `${known}.jsonl` === name)
  }

  readLine(file: string, line: string): void {
    const row = parseLine(line)
    if (!row) {
      this.#collector.leaveOut('number')
      return
    }
    const list = LISTS.find((known) => `${known}.jsonl` === file)
    if (list) return void this.#lists[list].set(row.id, row)
    const counts = COUNTS.find((known) => `${known}.jsonl` === file)
    if (!counts) return
    const { count } = row
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) {
      this.#collector.leaveOut('number')
      return
    }
    const of = counts === 'hit_stats' ? row.ref_id : (row.browser_id ?? row.location ?? row.width)
    const time = textOf(row.hour ?? row.day)
    this.#counts.set(JSON.stringify([counts, time, row.path_id, of]), {
      file: counts,
      time,
      path: row.path_id,
      of,
      count,
    })
  }

  finish(table: string): void {
    const sums = new Map<
      string,
      { dimension: Parameters<Collector['add']>[0]; value: string; day: string; views: number }
    >()
    const dayOf = dayOfStatistics()
    for (const { file, time, path, of, count } of this.#counts.values()) {
      const day = file === 'hit_stats' && !Number.isNaN(Date.parse(time)) ? dayOf(Date.parse(time)) : readDay(time)
      const page = this.#lists.paths.get(path)
      if (!page) this.#collector.leaveOut('unknown')
      if (!page || !this.#collector.takesDay(day)) continue
      for (const [dimension, value] of this.#valuesOf(file, page, of)) {
        const key = `${day} ${dimension} ${value}`
        const sum = sums.get(key) ?? { dimension, value, day, views: 0 }
        sums.set(key, { ...sum, views: sum.views + count })
      }
    }
    for (const { dimension, value, day, views } of sums.values()) {
      const visits = dimension === 'page' ? { visits: views } : {}
      this.#collector.add(dimension, value, { views, ...visits, table, day, about: '' })
    }
  }

  #valuesOf(file: Count, page: Json, of: unknown): [Parameters<Collector['add']>[0], string][] {
    if (page.event === true) return file === 'hit_stats' ? [['act', textOf(page.path)]] : []
    if (file === 'location_stats') return [['country', textOf(of) && readCountry(textOf(of))]]
    if (file === 'size_stats') return [['device', deviceOf(Number(of))]]
    if (file === 'browser_stats') return [['browser', textOf(this.#lists.browsers.get(of)?.name)]]
    const ref = this.#lists.refs.get(of)
    const facts = Object.entries(readReferrer(textOf(ref?.ref), textOf(ref?.ref_scheme)))
    const filled = facts.filter(([name, value]) => name === 'source' || value !== '') as [
      'source' | 'utm_campaign',
      string,
    ][]
    return [['total', ''], ['page', readPath(textOf(page.path))], ...filled]
  }
}

function parseLine(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
