import type { Figures, ImportDimension } from '#src/contract/analytics-import.ts'
import { ImportRefused } from '#src/contract/analytics-import-refusals.ts'
import {
  readBrowser,
  readCampaign,
  readCount,
  readCountry,
  readDay,
  readDevice,
  readPath,
  readSource,
} from './cells.ts'
import type { Collector } from './collect.ts'

type Dimension = readonly [column: string, dimension: ImportDimension, read: (cell: string) => string]

/** The tables of an export, each known by columns that no other has, and what its rows are about. */
const TABLES: readonly { name: string; knownBy: readonly string[]; dimensions: readonly Dimension[] }[] = [
  {
    name: 'imported_sources',
    knownBy: ['source'],
    dimensions: [
      ['source', 'source', readSource],
      ['utm_source', 'utm_source', readCampaign],
      ['utm_medium', 'utm_medium', readCampaign],
      ['utm_campaign', 'utm_campaign', readCampaign],
      ['utm_content', 'utm_content', readCampaign],
      ['utm_term', 'utm_term', readCampaign],
    ],
  },
  { name: 'imported_entry_pages', knownBy: ['entry_page'], dimensions: [['entry_page', 'entry', readPath]] },
  { name: 'imported_exit_pages', knownBy: ['exit_page'], dimensions: [['exit_page', 'exit', readPath]] },
  { name: 'imported_browsers', knownBy: ['browser'], dimensions: [['browser', 'browser', readBrowser]] },
  { name: 'imported_operating_systems', knownBy: ['operating_system'], dimensions: [] },
  { name: 'imported_devices', knownBy: ['device'], dimensions: [['device', 'device', readDevice]] },
  { name: 'imported_locations', knownBy: ['country'], dimensions: [['country', 'country', readCountry]] },
  { name: 'imported_custom_events', knownBy: ['name', 'events'], dimensions: [['name', 'act', (cell) => cell]] },
  { name: 'imported_pages', knownBy: ['page'], dimensions: [['page', 'page', readPath]] },
  { name: 'imported_visitors', knownBy: ['visitors'], dimensions: [] },
]

const FIGURES_OF: Record<string, keyof Figures> = {
  visitors: 'visitors',
  visits: 'visits',
  entrances: 'visits',
  exits: 'visits',
  pageviews: 'views',
  events: 'views',
  visit_duration: 'seconds',
  bounces: 'bounces',
}
/** What rows are about besides that has no place of its own. */
const KNOWN = [
  'referrer',
  'hostname',
  'browser_version',
  'operating_system',
  'operating_system_version',
  'region',
  'city',
  'link_url',
  'path',
]

/** The table that a header is of; undefined for the header of another service. */
export function plausibleTable(header: readonly string[]) {
  if (!header.includes('date')) return undefined
  return TABLES.find(({ knownBy }) => knownBy.every((column) => header.includes(column)))
}

/** Reads the lines of one table: every one is a row for each thing that it is about. Columns are found by name, in any order. */
export function readPlausible(header: readonly string[], collector: Collector): (cells: readonly string[]) => void {
  const table = plausibleTable(header)
  if (!table || table.name === 'imported_operating_systems') throw new ImportRefused(table ? 'systems' : 'unknown')
  collector.is('plausible')
  const { name, dimensions } = table
  const day = header.indexOf('date')
  const figures = header.flatMap((column, at) => (FIGURES_OF[column] ? [[FIGURES_OF[column], at] as const] : []))
  const abouts = header.flatMap((column, at) => (at === day || FIGURES_OF[column] ? [] : [at]))
  const mapped = dimensions.map(([column]) => column)
  for (const at of abouts) {
    const column = header[at] ?? ''
    if (![...mapped, ...KNOWN].includes(column)) collector.unknownColumns.add(column)
  }
  return (cells) => {
    const on = readDay(cells[day] ?? '')
    if (!collector.takesDay(on)) return
    const counted = readFigures(cells, figures)
    if (!counted) return collector.leaveOut('number')
    const about = JSON.stringify(abouts.map((at) => cells[at] ?? ''))
    const row = { ...counted, table: name, day: on, about }
    if (dimensions.length === 0) return collector.add('total', '', row)
    for (const [column, dimension, read] of dimensions) {
      const cell = cells[header.indexOf(column)]
      const value = cell === undefined ? '' : read(cell)
      // Without a campaign there is nothing to tell of it. Without a source, visitors came by themselves.
      if (cell !== undefined && (value !== '' || !dimension.startsWith('utm_'))) collector.add(dimension, value, row)
    }
  }
}

/** The figures of a line; undefined if one of them is no number. */
export function readFigures(cells: readonly string[], columns: readonly (readonly [keyof Figures, number])[]) {
  const figures: Partial<Figures> = {}
  for (const [figure, at] of columns) {
    const count = readCount(cells[at] ?? '')
    if (count === undefined) return undefined
    figures[figure] = count
  }
  return figures
}
