import { IMPORT_SERVICES } from '#src/contract/analytics-import.ts'
import type { Sheet } from '#src/contract/analytics-query.ts'
import { type AnalyticsReport, FUNNEL_STEPS, type ReportTable, TABLES } from '#src/contract/analytics-report.ts'
import { type CsvCell, csvLine } from '#src/contract/csv.ts'

type Lines = readonly (readonly CsvCell[])[]

const SHEET_LINES = {
  days: ({ days }) => [
    ['Day', 'Origin', 'Daily visitors', 'Visits', 'Views', 'Daily visitors compared with'],
    ...days.map(({ day, origin, visitors, visits, views, before }) => [day, origin, visitors, visits, views, before]),
  ],
  marks: ({ marks }) => [['Day', 'Kind', 'What happened'], ...marks.map(({ day, kind, text }) => [day, kind, text])],
  funnels: ({ funnels }) => [
    ['Event', ...Object.values(FUNNEL_STEPS)],
    ...funnels.map(({ name, visits, agenda, letter, register }) => [name, visits, agenda, letter, register]),
  ],
  curve: ({ curve }) => [
    ['Days to the event', ...(curve?.lines.map(({ name, date }) => `${name}, ${date}`) ?? [])],
    ...(curve?.lines[0]?.presses.map((_, at) => [
      curve.horizon - at,
      ...curve.lines.map(({ presses }) => presses[at] ?? null),
    ]) ?? []),
  ],
  partners: ({ partners }) => [
    ['Partner', 'Logo shown', 'Logo pressed', 'Registration pressed after it'],
    ...partners.map(({ name, shown, pressed, registered }) => [name, shown, pressed, registered]),
  ],
  acts: ({ acts }) => [['What was done', 'Count'], ...acts.map(({ label, count }) => [label, count])],
  'left-out': ({ leftOut }) => [['Not counted', 'Count'], ...leftOut.map(({ label, count }) => [label, count])],
  periods: ({ periods }) => [
    ['Service', 'File', 'From', 'To', 'Dimension', 'Value', 'Visitors', 'Visits', 'Views'],
    ...periods.map((row) => [
      ...[IMPORT_SERVICES[row.service], row.fileName, row.from, row.to, row.dimension, row.value],
      ...[row.visitors, row.visits, row.views],
    ]),
  ],
} satisfies Record<string, (report: AnalyticsReport) => Lines>

function tableLines({ name, rows }: ReportTable): Lines {
  return [
    [TABLES[name], 'Visits', 'Views', 'Bounces', 'Registration pressed', 'Imported visits', 'Imported views'],
    ...rows.map(({ value, visits, views, bounces, register, imported }) => [
      ...[value, visits, views, bounces, register],
      ...[imported?.visits ?? null, imported?.views ?? null],
    ]),
  ]
}

const isSheet = (sheet: Sheet): sheet is keyof typeof SHEET_LINES => Object.hasOwn(SHEET_LINES, sheet)

/** One part of a report as a CSV file. Spreadsheets run nothing of it. (security XS2) */
export function reportCsv(report: AnalyticsReport, sheet: Sheet): string {
  const table = report.tables.find(({ name }) => name === sheet)
  const lines: Lines = isSheet(sheet) ? SHEET_LINES[sheet](report) : table ? tableLines(table) : []
  return lines.map((cells) => csvLine(cells)).join('')
}
