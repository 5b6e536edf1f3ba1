import type { Instant, PlainDay } from './instant.ts'
import { plural } from './plural.ts'

/** The services whose exports can be imported. */
export const IMPORT_SERVICES = {
  plausible: 'Plausible',
  goatcounter: 'GoatCounter',
  umami: 'Umami',
  ga4: 'Google Analytics',
} as const
export type ImportService = keyof typeof IMPORT_SERVICES

/** What figures of an import can be about, as `analytics_days` calls it. */
export const IMPORT_DIMENSIONS = {
  total: 'Days',
  source: 'Sources',
  utm_source: 'Campaign sources',
  utm_medium: 'Campaign media',
  utm_campaign: 'Campaigns',
  utm_content: 'Campaign contents',
  utm_term: 'Campaign terms',
  country: 'Countries',
  device: 'Devices',
  browser: 'Browsers',
  entry: 'Entry pages',
  exit: 'Exit pages',
  page: 'Pages',
  act: 'Custom events',
} as const
export type ImportDimension = keyof typeof IMPORT_DIMENSIONS

export const FIGURES = ['visitors', 'visits', 'views', 'seconds', 'bounces'] as const
/** The figures of one row, as the other service counted them. What its file does not tell is null, which is not zero. */
export type Figures = Record<(typeof FIGURES)[number], number | null>

/** One row of an import. `about` is everything else that the file says the row is about: two rows that agree in all of it are the same. */
export type ImportRow = Figures & {
  /** The table of the file, in the words of its service. */
  table: string
  /** Null in a file without days, whose figures are totals of a period. */
  day: PlainDay | null
  dimension: ImportDimension
  value: string
  about: string
}

export const IMPORT_STATES = {
  running: 'Not finished',
  paused: 'Paused',
  done: 'Imported',
  undone: 'Undone',
  cancelled: 'Cancelled',
  failed: 'Failed',
} as const
export type ImportState = keyof typeof IMPORT_STATES

export const IMPORT_ACTS = ['pause', 'resume', 'cancel', 'undo'] as const
export type ImportAct = (typeof IMPORT_ACTS)[number]

export const MEBIBYTE = 1_048_576
/** What a file may have at most; a larger one is refused in words. */
export const IMPORT_LIMITS = {
  files: 30,
  fileBytes: 256 * MEBIBYTE,
  /** Of everything in a zip together, and how many times larger than the zip that may be. */
  inflatedBytes: 1_024 * MEBIBYTE,
  ratio: 200,
  zipEntries: 200,
  columns: 200,
  /** Characters of one line of a file, of one cell, and of a value that is stored. */
  line: 1_000_000,
  cell: 2_000,
  value: 500,
  about: 4_000,
  /** Rows that are sent, and single events that they are counted from. */
  rows: 200_000,
  events: 2_000_000,
  days: 7_500,
  figure: 1_000_000_000,
} as const

/** Rows of one batch. */
export const IMPORT_BATCH = 500

/** Why lines of a file are not imported. */
export const LEFT_OUT_LINES = {
  bot: 'Visits of bots',
  long: 'Lines with a text that is too long',
  number: 'Lines with something that is not a number',
  day: 'Lines without a valid day',
  today: 'Lines of today or later',
  total: 'Lines with totals',
  unknown: 'Lines about a page that the file does not name',
} as const
export type LeftOutLines = keyof typeof LEFT_OUT_LINES

/** What the dry run found in a file. */
export type ImportReport = {
  /** Rows by table. */
  tables: Record<string, number>
  unknownColumns: string[]
  leftOut: { [Reason in LeftOutLines]?: number | undefined }
  days: number
  /** Days that our own figures have, which count alone. */
  ownDays: number
  /** Days that other imports have as well. */
  importedDays: number
}

/** One import in the list. */
export type ImportLine = {
  id: string
  kind: ImportService
  fileName: string
  sha256: string
  state: ImportState
  zone: string
  fromDay: PlainDay
  toDay: PlainDay
  /** True if its figures are totals of the period from the first day to the last. */
  isPeriod: boolean
  /** Batches and rows that are stored, and how many rows there are. */
  cursor: number
  rows: number
  totalRows: number
  report: ImportReport
  startedBy: string
  createdAt: Instant
  endedAt: Instant | null
}

/** What is known of the days of a file before it is imported. */
export type ImportCheck = {
  /** The import of the same file that is not undone or cancelled. */
  existing: ImportLine | null
  ownDays: PlainDay[]
  imports: { fileName: string; kind: ImportService; days: PlainDay[] }[]
}

export const IMPORT_SENTENCE = {
  known: 'This file has already been imported. Undo that import to repeat it.',
  otherZone: 'This file was begun with another time zone. Continue with that zone, or cancel the import first.',
  notNext: 'This is not the next batch. Choose the file again to continue.',
  notRunning: 'This import is not running.',
  tooManyRows: 'The file has more rows than were announced. Cancel the import and choose the file again.',
  wrongSize: `Every batch except the last has ${IMPORT_BATCH} rows.`,
  notOpen: 'Only an import that is not finished can be paused, continued or cancelled.',
  notDone: 'Only a finished import can be undone.',
  badDay: 'A row has a day outside the days that were announced.',
} as const

/** What becomes of the days of a file, in sentences. */
export function describeOverlap({
  days,
  ownDays,
  importedDays,
}: Pick<ImportReport, 'days' | 'ownDays' | 'importedDays'>) {
  const sentences: string[] = []
  if (ownDays > 0)
    sentences.push(
      `${plural(ownDays, 'day')} of ${plural(days, 'day')} ${ownDays === 1 ? 'has' : 'have'} figures of our own, which alone are shown.`,
    )
  if (importedDays > 0)
    sentences.push(
      `${plural(importedDays, 'day')} ${importedDays === 1 ? 'is' : 'are'} in an earlier import as well. Where both have the same figures, the earlier import counts.`,
    )
  return sentences
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Mar 1, 2026 to Mar 9, 2026`, or the day alone. */
export function nameSpan(from: PlainDay, to: PlainDay): string {
  const name = (day: PlainDay) => dayFormat.format(Date.parse(`${day}T00:00Z`))
  return from === to ? name(from) : `${name(from)} to ${name(to)}`
}

/** What is deleted when an import is undone, and what is shown instead. */
export function describeUndo({ fileName, rows, fromDay, toDay, isPeriod }: ImportLine): string {
  const span = `${isPeriod ? 'totals' : 'figures'} of ${nameSpan(fromDay, toDay)}`
  return `The ${plural(rows, 'row')} of ${fileName} are deleted: ${span}. Where another import has the same days, its figures are shown instead. The file can be imported again.`
}

/** The purpose of the screen. */
export const BACKFILL = 'Figures of another service for the time before this site, from its exports.'
export const MOST_FILES_CHOSEN = `At most ${IMPORT_LIMITS.files} files can be open at once. Remove some, and choose the others again.`
export const ALREADY_IMPORTED = 'This file is already imported. Undo that import to repeat it.'
export const ALL_DAYS_OWN = 'Every day of this file has figures of our own, so nothing of it would be shown.'
export const PERIOD_MISSING = 'Enter the first and the last day that the figures are of.'
export const PERIOD_TOTALS =
  'This file has no days. Its figures are kept as totals of one period, and are not spread over its days.'
export const COLUMNS_ASKED =
  'The columns of this Google Analytics export are in another language. Say what they are, or export the report in English.'

/** What is asked of the days or times of a file. */
export const ZONE_QUESTION = {
  days: {
    label: 'Time zone of its days',
    hint: 'The zone that was set in the service. The days stay as they are in the file.',
  },
  times: {
    label: 'Time zone of its times',
    hint: 'The file does not say it. Most exports are in UTC; if visits come at odd hours, try another zone.',
  },
} as const

/** What a column of a Google Analytics export can be. */
export const COLUMN_ROLES = {
  none: 'Not imported',
  date: 'Date',
  views: 'Views',
  visitors: 'Users',
  visits: 'Sessions',
  page: 'Page path',
  entry: 'Landing page',
  source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  country: 'Country',
  device: 'Device category',
  browser: 'Browser',
} as const

/** Where each service has its export, and what of it can be imported. */
export const EXPORT_HELP = [
  ['Plausible', 'Site settings, Imports & exports, Export data: the zip, or the CSV files in it.'],
  ['GoatCounter', 'Settings, Export: CSV of version 2, or the zip with JSON.'],
  [
    'Umami Cloud',
    'Settings, Data, Export: the zip, or its website_event.csv. Exports of a self-hosted Umami have no dates and cannot be imported.',
  ],
  [
    'Google Analytics 4',
    'A report with Share this report, Download file, CSV. Without the column Date, the figures are kept as totals of the period.',
  ],
] as const
