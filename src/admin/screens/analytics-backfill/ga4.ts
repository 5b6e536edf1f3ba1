import { type Figures, IMPORT_DIMENSIONS, type ImportDimension } from '#src/contract/analytics-import.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { readBrowser, readCampaign, readCountry, readDay, readDevice, readPath, readSource } from './cells.ts'
import type { Collector } from './collect.ts'
import { readFigures } from './plausible.ts'

/** What a column is: the day, a figure, what a row is about, or nothing that is kept. */
export type Role =
  | 'date'
  | 'nth day'
  | 'source / medium'
  | 'none'
  | keyof Figures
  | Exclude<ImportDimension, 'total' | 'exit'>

/** The columns of English exports by their names in small letters. Of several for one figure, the first one counts. */
const ROLES: Record<string, Role> = {
  date: 'date',
  'nth day': 'nth day',
  'page path and screen class': 'page',
  'page path + query string and screen class': 'page',
  'page path + query string': 'page',
  'page path': 'page',
  'page location': 'page',
  'landing page': 'entry',
  'landing page + query string': 'entry',
  'session source': 'source',
  'first user source': 'source',
  source: 'source',
  'session source / medium': 'source / medium',
  'first user source / medium': 'source / medium',
  'source / medium': 'source / medium',
  'session medium': 'utm_medium',
  'first user medium': 'utm_medium',
  medium: 'utm_medium',
  'session campaign': 'utm_campaign',
  'first user campaign': 'utm_campaign',
  campaign: 'utm_campaign',
  'session manual ad content': 'utm_content',
  'session manual term': 'utm_term',
  country: 'country',
  'country id': 'country',
  'device category': 'device',
  device: 'device',
  browser: 'browser',
  'event name': 'act',
  views: 'views',
  'active users': 'visitors',
  'total users': 'visitors',
  users: 'visitors',
  sessions: 'visits',
}
/** Figures that have no place here. Every other column that is not known says what a row is about. */
const FIGURE_NAME =
  /count|rate|time|duration|revenue|per |value|events|purchase|users|conversion|engaged|sessions|transactions/

const FIGURE_ROLES: readonly Role[] = ['visitors', 'visits', 'views', 'seconds', 'bounces']
const isFigure = (role: Role): role is keyof Figures => FIGURE_ROLES.includes(role)

/** The role of each column; undefined if the names are not those of an English export and none are given. */
export function ga4Roles(header: readonly string[], given: Readonly<Record<string, Role>> = {}): Role[] | undefined {
  const roles = header.map((column): Role | undefined => given[column] ?? ROLES[column.toLowerCase()])
  if (!roles.some((role) => role && isFigure(role))) return undefined
  return roles.map((role, at) => (role === undefined || roles.indexOf(role) < at ? 'none' : role))
}

const READ: Record<string, (cell: string) => string> = {
  page: readPath,
  entry: readPath,
  source: readSource,
  country: readCountry,
  device: readDevice,
  browser: readBrowser,
  act: (cell) => cell,
}

/** Reads the lines below a header. Without a date, the figures are totals of the period of the file. */
export function readGa4(
  header: readonly string[],
  roles: readonly Role[],
  collector: Collector,
): (cells: readonly string[]) => void {
  collector.is('ga4')
  const columns = sortColumns(header, roles)
  const { dimensions, abouts, unknown } = columns
  for (const column of unknown) collector.unknownColumns.add(column)
  const table = [...(columns.hasDays ? ['Date'] : []), ...abouts.map((at) => header[at])].join(', ') || 'Totals'
  // Users of one page in two countries are one user: what is counted by several columns does not add up.
  const isWhole = abouts.length <= 1 && dimensions.length <= 1
  return (cells) => {
    const texts = abouts.map((at) => cells[at] ?? '')
    if (isTotal(texts, cells[0] ?? '', columns.hasDays)) return collector.leaveOut('total')
    const day = columns.hasDays ? readColumn(cells, columns, collector) : null
    if (day !== null && !collector.takesDay(day)) return
    const counted = readFigures(cells, columns.figures)
    if (!counted) return collector.leaveOut('number')
    const row = { ...counted, ...(!isWhole && { visitors: null }), table, day, about: JSON.stringify(texts) }
    if (dimensions.length === 0) return collector.add('total', '', row)
    for (const [dimension, at] of dimensions) addValue(collector, dimension, cells[at] ?? '', row)
  }
}

function sortColumns(header: readonly string[], roles: readonly Role[]) {
  const at = (role: Role) => roles.indexOf(role)
  const named = roles.map((role, index) => ({ role, index, name: header[index] ?? '' }))
  const isAbout = ({ role, name }: (typeof named)[number]) =>
    role === 'none' ? !FIGURE_NAME.test(name.toLowerCase()) : !isFigure(role) && role !== 'date' && role !== 'nth day'
  return {
    date: at('date'),
    nthDay: at('nth day'),
    hasDays: at('date') >= 0 || at('nth day') >= 0,
    figures: named.flatMap(({ role, index }) => (isFigure(role) ? [[role, index] as const] : [])),
    abouts: named.filter(isAbout).map(({ index }) => index),
    dimensions: named.flatMap(({ role, index }) =>
      role === 'source / medium' || Object.hasOwn(IMPORT_DIMENSIONS, role) ? [[role, index] as const] : [],
    ),
    unknown: named.filter(({ role, name }) => role === 'none' && name !== '').map(({ name }) => name),
  }
}

/** A line of totals names nothing, or says so where the first name would be. */
function isTotal(texts: readonly string[], first: string, hasDays: boolean): boolean {
  if (/^(grand )?totals?$/i.test(first)) return true
  return texts.length + Number(hasDays) > 0 && texts.every((text) => text === '') && (!hasDays || first === '')
}

function readColumn(
  cells: readonly string[],
  { date, nthDay }: { date: number; nthDay: number },
  { period }: Collector,
): PlainDay | undefined {
  if (date >= 0) return readDay(cells[date] ?? '')
  const nth = cells[nthDay] ?? ''
  return period.from && /^\d{1,5}$/.test(nth) ? addDays(period.from, Number(nth)) : undefined
}

function addValue(collector: Collector, dimension: Role, cell: string, row: Parameters<Collector['add']>[2]): void {
  if (dimension === 'source / medium') {
    const [source = '', medium = ''] = cell.split(' / ')
    collector.add('source', readSource(source), row)
    addValue(collector, 'utm_medium', medium, row)
    return
  }
  const value = (READ[dimension] ?? readCampaign)(cell)
  if (value !== '' || !dimension.startsWith('utm_')) collector.add(dimension as ImportDimension, value, row)
}

/** Reads `# Start date: 20260901`, in the languages whose words for it end so that the day can be found. */
export function readComment(line: string, { period }: Collector): void {
  const [, text = '', date = ''] =
    /^#\s*(.*?)[:：]?\s*(\d{8}|\d{4}-\d\d-\d\d)\s*(?:-\s*(?:\d{8}|\d{4}-\d\d-\d\d))?\s*$/.exec(line) ?? []
  const [, from, to] = /(\d{8})\s*-\s*(\d{8})\s*$/.exec(line) ?? []
  const [begin, end] = [readDay(from ?? ''), readDay(to ?? '')]
  if (begin && end) Object.assign(period, { from: begin, to: end })
  const day = begin ? undefined : readDay(date)
  if (!day) return
  if (/end|ende|fin\b/i.test(text)) period.to = day
  else period.from ??= day
}
