import { z } from 'zod'
import {
  COMPARISONS,
  type Comparison,
  DEFAULT_PERIOD,
  FILTERS,
  type FilterName,
  LONGEST_PERIOD,
  PERIODS,
  type PeriodName,
  type Span,
  TABLES,
  type TableName,
} from './analytics-report.ts'
import type { PlainDay } from './instant.ts'
import { addDays, daysBetween } from './wall-clock.ts'

const day = z.iso.date('Enter a date as YYYY-MM-DD').regex(/^20/, 'Enter a date of this century')
const keysOf = <T extends object>(words: T) => Object.keys(words) as (keyof T & string)[]
const filter = z.string().min(1).max(500).optional()

const fields = {
  period: z.enum(keysOf(PERIODS)).optional(),
  /** Both days, or neither; they go before a period that has a name. */
  from: day.optional(),
  to: day.optional(),
  compare: z.enum(keysOf(COMPARISONS)).default('previous'),
  event: z.uuid().optional(),
  ...{ source: filter, campaign: filter, country: filter, device: filter, page: filter, entry: filter, exit: filter },
  ...{ browser: filter, utm_source: filter, utm_medium: filter, utm_content: filter, utm_term: filter },
  imported: z.literal('hide').optional(),
}

/** The parts of a report that can be had as a file, beside its tables. */
const SHEETS = ['days', 'marks', 'funnels', 'curve', 'partners', 'acts', 'left-out', 'periods'] as const
export type Sheet = (typeof SHEETS)[number] | TableName

type Ends = { from?: string | undefined; to?: string | undefined }
const isWhole = ({ from, to }: Ends) => (from === undefined) === (to === undefined)
const isForward = ({ from = '', to = '' }: Ends) => from <= to
const isShort = ({ from, to }: Ends) =>
  from === undefined || to === undefined || !(lengthOf({ from, to }) > LONGEST_PERIOD)
const WHOLE = { path: ['to'], message: 'Enter the first and the last day' }
const FORWARD = { path: ['to'], message: 'The last day must not be before the first' }
const SHORT = { path: ['to'], message: `A period has at most ${LONGEST_PERIOD} days` }

/** What a report is asked with. All of it is in the address of the screen. */
export const analyticsQuery = z
  .strictObject(fields)
  .refine(isWhole, WHOLE)
  .refine(isForward, FORWARD)
  .refine(isShort, SHORT)
export type AnalyticsQuery = z.output<typeof analyticsQuery>

/** The same with the part of the report that becomes a file. */
export const analyticsExport = z
  .strictObject({ ...fields, sheet: z.enum([...SHEETS, ...keysOf(TABLES)]) })
  .refine(isWhole, WHOLE)
  .refine(isForward, FORWARD)
  .refine(isShort, SHORT)

/** The period that a report is about. One with a name ends today. */
export function spanOf({ period, from, to }: Pick<AnalyticsQuery, 'period' | 'from' | 'to'>, today: PlainDay): Span {
  if (from !== undefined && to !== undefined) return { from, to }
  const name: PeriodName = period ?? DEFAULT_PERIOD
  return name === 'month'
    ? { from: `${today.slice(0, 8)}01`, to: today }
    : { from: addDays(today, 1 - Number(name)), to: today }
}

/** How many days a period has. */
const lengthOf = ({ from, to }: Span): number => daysBetween(from, to) + 1

/** The days of a period, the first one first. */
export const daysOf = (span: Span): PlainDay[] =>
  Array.from({ length: lengthOf(span) }, (_, at) => addDays(span.from, at))

/** The period that another one is compared with: just as many days before it, or the same days a year before; null for none. */
export function comparedSpan(span: Span, compare: Comparison): Span | null {
  if (compare === 'off') return null
  if (compare === 'previous') return { from: addDays(span.from, -lengthOf(span)), to: addDays(span.from, -1) }
  const from = aYearBefore(span.from)
  return { from, to: addDays(from, lengthOf(span) - 1) }
}

/** The same date of the year before; February 28 for a leap day. */
function aYearBefore(plainDay: PlainDay): PlainDay {
  const [year = '', rest = ''] = [plainDay.slice(0, 4), plainDay.slice(4)]
  return `${String(Number(year) - 1).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`
}

/** The filters of a query that are in use. */
export function filtersOf(query: { [Name in FilterName]?: string | undefined }): [FilterName, string][] {
  return keysOf(FILTERS).flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]] as [FilterName, string]],
  )
}
