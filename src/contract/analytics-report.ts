import type { ImportService } from './analytics-import.ts'
import type { Instant, PlainDay } from './instant.ts'
import type { Cents } from './money.ts'

/** The periods that can be chosen by name; any other one is given by its first and last day. */
export const PERIODS = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  month: 'This month',
} as const
export type PeriodName = keyof typeof PERIODS
export const DEFAULT_PERIOD: PeriodName = '30'

/** The longest period of one report, in days: a leap year and the day it is compared with. */
export const LONGEST_PERIOD = 367

/** What a period can be compared with. */
export const COMPARISONS = {
  previous: 'Period before',
  year: 'Year before',
  off: 'Nothing',
} as const
export type Comparison = keyof typeof COMPARISONS

/** What visits can be filtered by, and what each is called. */
export const FILTERS = {
  source: 'Source',
  campaign: 'Campaign',
  country: 'Country',
  device: 'Device',
  page: 'Page',
  entry: 'Entry page',
  exit: 'Exit page',
  browser: 'Browser',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_content: 'UTM content',
  utm_term: 'UTM term',
} as const
export type FilterName = keyof typeof FILTERS

/** In an address, the value that is empty in the tables. */
export const NO_VALUE = '(none)'

/** The source of a visit that no other page led to, as far as the browser told. */
export const UNKNOWN_SOURCE = 'Direct, or not known'

/** What the empty value of each table means, in words. */
export const NO_VALUE_WORDS: Readonly<Partial<Record<string, string>>> = {
  source: UNKNOWN_SOURCE,
  campaign: 'No campaign',
  country: 'Country not known',
  device: 'Device not known',
  browser: 'Browser not known',
}

/** Why no figure of visitors is given for more than one day. */
export const WHY_DAILY =
  'A visitor is recognized within one day only, so visitors of several days cannot be added: the same person would count again on each day. This is the average per day.'
/** Why imported figures are beside ours. */
export const WHY_APART =
  'Imported figures were counted in another way. They are shown beside ours and never enter the bounce rate, the time or the average of visitors, which are of our own days only. On a day that has figures of our own, imported ones are left out.'
export const IMPORTED_NOT_FILTERED = 'Imported figures are hidden because they cannot be filtered.'
/** What a filter by a page means. */
export const OF_PAGE =
  'These are the visits in which this page was viewed. Views are those of this page alone, and a workshop is counted here only if the page is its own.'
export const NOT_COMPARED = 'The period it would be compared with was not measured from its first day on.'
export const NO_VISITS_YET = 'No visits yet'
export const FIRST_DAY =
  'Today is the first day that is counted. New visits appear within 15 minutes; comparisons follow once there is something to compare with.'

/** The first and the last day of a period, both included. */
export type Span = { from: PlainDay; to: PlainDay }

/** Figures that can be added. Visitors only within one day. */
export type Counts = {
  visits: number
  views: number
  /** Visits of one view in which nothing else happened. */
  bounces: number
  /** The length of all visits together. */
  seconds: number
  /** Visits in which registration was pressed. */
  register: number
}

/** The figures at the top: of our own days alone. A ratio without visits is null. */
export type Headline = Counts & {
  /** Of the days that were measured. */
  dailyVisitors: number | null
  /** Between 0 and 1. */
  bounceRate: number | null
  /** The average length of a visit, in seconds. */
  averageSeconds: number | null
  measuredDays: number
}

/** One day of the chart. Null is what is not known, which is not zero. */
export type DayOfReport = {
  day: PlainDay
  /** `views only`: a day of our own from before visits were counted. */
  origin: 'own' | 'views only' | 'imported' | 'none'
  visitors: number | null
  visits: number | null
  views: number | null
  /** Visitors of the day that this one is compared with. */
  before: number | null
}

export type MarkKind = 'publish' | 'price' | 'event' | 'mail'
/** Something of ours that happened on a day, in a sentence. */
export type Mark = { day: PlainDay; kind: MarkKind; text: string }

/** One row of a table. `imported` is null where no import tells of it. */
export type TableRow = {
  value: string
  /** Null in a table without visits of its own. */
  visits: number | null
  views: number | null
  bounces: number | null
  register: number | null
  imported: { visits: number | null; views: number | null } | null
}

export const TABLES = {
  source: 'Sources',
  campaign: 'Campaigns',
  country: 'Countries',
  page: 'Pages',
  entry: 'Entry pages',
  exit: 'Exit pages',
  device: 'Devices',
  browser: 'Browsers',
  utm_source: 'UTM sources',
  utm_medium: 'UTM media',
  utm_content: 'UTM content',
  utm_term: 'UTM terms',
  act: 'Imported events',
} as const
export type TableName = keyof typeof TABLES

export type ReportTable = {
  name: TableName
  /** The largest first, at most as many as were asked for. */
  rows: TableRow[]
  /** How many rows there are in all. */
  total: number
}

/** How far visits of the page of an event came. */
export type Funnel = {
  /** Null for an event that was deleted since. */
  eventId: string | null
  name: string
  visits: number
  agenda: number
  letter: number
  register: number
}

export const FUNNEL_STEPS = {
  visits: 'Landing page seen',
  agenda: 'Agenda in view',
  letter: 'Letter taken along',
  register: 'Registration pressed',
} as const satisfies Partial<Record<keyof Funnel, string>>
export type FunnelStep = keyof typeof FUNNEL_STEPS

export type EventChoice = { id: string; name: string; date: PlainDay }

/** Cumulative presses on registration of one event, from `horizon` days before it to its day. */
export type CurveLine = EventChoice & {
  /** Null on days that are not over yet, or were not measured. */
  presses: (number | null)[]
  /** Counting began so many days before the event, so that earlier presses are missing; null if it was measured throughout. */
  measuredFrom: number | null
}
export type EventCurve = {
  horizon: number
  /** Days from today to the event that is looked at, which is the first line; 0 once it is over. */
  distance: number
  lines: CurveLine[]
}

export type PartnerFigures = { vendorId: string; name: string; shown: number; pressed: number; registered: number }

/** What visitors did on pages beside viewing them, in words. */
export type ActRow = { label: string; count: number }

/** The total of an import whose file has no days. */
export type PeriodTotal = {
  importId: string
  service: ImportService
  fileName: string
  from: PlainDay
  to: PlainDay
  dimension: string
  value: string
  visitors: number | null
  visits: number | null
  views: number | null
}

/** `GET /api/admin/analytics`: the traffic of a period, from rollups alone. Days are those of the zone of the statistics. */
export type AnalyticsReport = {
  today: PlainDay
  span: Span
  /** What it is compared with; null if that was not asked for. */
  compared: Span | null
  /** The first day on which visits were counted; null before the first visit. */
  since: PlainDay | null
  /** Whether there are figures at all: our own or imported ones, in this period or another. */
  hasFigures: boolean
  headline: Headline
  /** Null without a comparison, or if its period was not measured from its first day on. */
  before: Headline | null
  days: DayOfReport[]
  marks: Mark[]
  tables: ReportTable[]
  events: EventChoice[]
  /** The event whose funnel and curve are shown: the one that was asked for, else the next one, else the latest. */
  focus: EventChoice | null
  funnels: Funnel[]
  curve: EventCurve | null
  partners: PartnerFigures[]
  acts: ActRow[]
  /** What imports add to this period; null if there is nothing, or if filters leave it out. */
  imported: { services: ImportService[]; days: number; visits: number; views: number } | null
  /** True if there are imported days in this period, shown or not. */
  hasImported: boolean
  /** The first day that can be filtered by everything, if that is after the first one of the period. */
  detailedFrom: PlainDay | null
  periods: PeriodTotal[]
  /** Null if nothing happened there in this period. */
  forum: { topics: number; replies: number; members: number } | null
  shop: { orders: number; paidCents: Cents } | null
  leftOut: ActRow[]
  rolledUpAt: Instant | null
  /** The last recount of the rollups from the rows they were made of. */
  recount: { at: Instant; days: number; differences: number } | null
}
