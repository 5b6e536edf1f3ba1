import {
  FIGURES,
  type Figures,
  IMPORT_LIMITS,
  type ImportDimension,
  type ImportReport,
  type ImportRow,
  type ImportService,
  type LeftOutLines,
} from '#src/contract/analytics-import.ts'
import { ImportRefused } from '#src/contract/analytics-import-refusals.ts'
import type { PlainDay } from '#src/contract/instant.ts'

/** What every reader of a format needs to know. */
export type ReadContext = {
  /** Days from this one on are left out. */
  today: PlainDay
  /** Of times that the file has without a zone. */
  zone: string
  /** Of the file, which names figures that were counted from single views. */
  sha256: string
}

const NO_FIGURES: Figures = { visitors: null, visits: null, views: null, seconds: null, bounces: null }

type Added = Partial<Figures> & { table: string; day: PlainDay | null; about: string }

/** The rows that a file gives, and what was left out of it. */
export class Collector {
  readonly context: ReadContext
  readonly #rows = new Map<string, ImportRow>()
  readonly unknownColumns = new Set<string>()
  readonly leftOut: ImportReport['leftOut'] = {}
  /** What the file says of its period in a comment. */
  readonly period: { from?: PlainDay; to?: PlainDay } = {}
  kind: ImportService | undefined
  /** True once times were read that have no zone of their own. */
  hasWallTimes = false

  constructor(context: ReadContext) {
    this.context = context
  }

  /** Says which service the file is of. Throws `ImportRefused` for files of two. */
  is(kind: ImportService): void {
    if (this.kind !== undefined && this.kind !== kind) throw new ImportRefused('mixedZip')
    this.kind = kind
  }

  /** Counts a line that is left out, and answers nothing, so that what reads the line can end with it. */
  leaveOut(reason: LeftOutLines): undefined {
    this.leftOut[reason] = (this.leftOut[reason] ?? 0) + 1
  }

  /** False for a day that is left out. */
  takesDay(day: PlainDay | undefined): day is PlainDay {
    if (day !== undefined && day < this.context.today) return true
    this.leaveOut(day === undefined ? 'day' : 'today')
    return false
  }

  /** Adds a row. A line that the file has twice counts once: the larger of two figures is kept. */
  add(dimension: ImportDimension, value: string, { about, table, day, ...figures }: Added): void {
    const text = clean(value)
    if (text.length > IMPORT_LIMITS.value || about.length > IMPORT_LIMITS.about) {
      this.leaveOut('long')
      return
    }
    const row = {
      ...NO_FIGURES,
      ...figures,
      table: clean(table).slice(0, 100),
      day,
      dimension,
      value: text,
      about: clean(about),
    }
    const key = `${day}\n${dimension}\n${row.table}\n${text}\n${row.about}`
    const known = this.#rows.get(key)
    if (known) mergeLarger(known, row)
    else if (this.#rows.size === IMPORT_LIMITS.rows) throw new ImportRefused('rows')
    else this.#rows.set(key, row)
  }

  /** The rows in an order that depends on the file alone, so that an import can go on where it stopped. Totals of a period are added up. */
  takeRows(): ImportRow[] {
    const sorted = [...this.#rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    const ofDays = sorted.filter(({ day }) => day !== null)
    if (ofDays.length === 0) return sumTotals(sorted)
    // A report with a table of days and others without: one import is either.
    for (const _ of sorted.slice(ofDays.length)) this.leaveOut('day')
    return ofDays
  }
}

function mergeLarger(known: ImportRow, row: ImportRow): void {
  for (const figure of FIGURES) known[figure] = combine(known[figure], row[figure], Math.max)
}

function sumTotals(rows: readonly ImportRow[]): ImportRow[] {
  const sums = new Map<string, ImportRow>()
  for (const row of rows) {
    const key = `${row.dimension}\n${row.value}`
    const sum = sums.get(key)
    if (!sum) sums.set(key, { ...row, about: '' })
    else for (const figure of FIGURES) sum[figure] = combine(sum[figure], row[figure], (a, b) => a + b)
  }
  return [...sums.values()]
}

const combine = (a: number | null, b: number | null, join: (a: number, b: number) => number) =>
  a === null || b === null ? (a ?? b) : Math.min(join(a, b), IMPORT_LIMITS.figure)

const CONTROL = /\p{Cc}+/gu
/** The text as a database can keep it. */
function clean(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').trim()
}
