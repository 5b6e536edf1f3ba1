import {
  IMPORT_DIMENSIONS,
  IMPORT_LIMITS,
  type ImportReport,
  type ImportRow,
  type ImportService,
} from '#src/contract/analytics-import.ts'
import { ImportRefused } from '#src/contract/analytics-import-refusals.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { Collector, type ReadContext } from './collect.ts'
import { csvSink, type TextSink } from './csv-file.ts'
import type { Role } from './ga4.ts'
import { GoatcounterJson } from './goatcounter.ts'
import { type FileSource, openFile } from './open-file.ts'
import { VisitCounter } from './visits.ts'

/** What is in a file. */
export type ReadFile = {
  kind: ImportService
  /** In an order that depends on the file alone. */
  rows: ImportRow[]
  /** Empty for the totals of a period. */
  days: PlainDay[]
  isPeriod: boolean
  /** What the file says of its period, where it has no days. */
  period: { from?: PlainDay; to?: PlainDay }
  /** What the zone is asked for; null where the file says it for each time. */
  zoneOf: 'days' | 'times' | null
  report: Pick<ImportReport, 'tables' | 'unknownColumns' | 'leftOut'>
}

type ReadOptions = {
  context: ReadContext
  /** What someone said of the columns of a file in another language. */
  roles?: Readonly<Record<string, Role>> | undefined
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Reads a file of any known format. Nothing of it is sent. Throws `ImportRefused` and `UnknownColumns`. */
export async function readImportFile(file: FileSource, options: ReadOptions): Promise<ReadFile> {
  const { context, roles, onProgress = () => {}, signal = new AbortController().signal } = options
  const collector = new Collector(context)
  const counter = new VisitCounter()
  const json = new GoatcounterJson(collector)
  const open = (name: string): TextSink | undefined => {
    if (name === 'info.json') return wholeText((text) => json.readInfo(text))
    if (name.endsWith('.jsonl')) return json.takes(name) ? lineSink((line) => json.readLine(name, line)) : undefined
    const isCsv = /\.(csv|txt|tsv)$/i.test(name) || name === file.name
    return isCsv ? skippingSystems(csvSink({ collector, counter, roles }), name !== file.name) : undefined
  }
  await openFile(file, { open, onProgress, signal })
  const table = context.sha256.slice(0, 16)
  counter.finish(collector, `views ${table}`)
  json.finish(`counts ${table}`)
  return toFile(collector)
}

/** One of the files of a Plausible zip has figures that are not kept. It is left out, and the others are imported. */
function skippingSystems(take: TextSink, isInZip: boolean): TextSink {
  let isSkipped = false
  return (piece, isLast) => {
    if (isSkipped) return
    try {
      take(piece, isLast)
    } catch (fault) {
      isSkipped = isInZip && fault instanceof ImportRefused && fault.key === 'systems'
      if (!isSkipped) throw fault
    }
  }
}

function wholeText(take: (text: string) => void): TextSink {
  let text = ''
  return (piece, isLast) => {
    text += piece
    if (text.length > IMPORT_LIMITS.line) throw new ImportRefused('line')
    if (isLast) take(text)
  }
}

function lineSink(take: (line: string) => void): TextSink {
  let rest = ''
  return (piece, isLast) => {
    const lines = (rest + piece).split('\n')
    rest = isLast ? '' : (lines.pop() ?? '')
    if (rest.length > IMPORT_LIMITS.line) throw new ImportRefused('line')
    for (const line of lines) if (line.trim() !== '') take(line)
  }
}

function toFile(collector: Collector): ReadFile {
  const { kind, unknownColumns, leftOut, period, hasWallTimes } = collector
  const rows = collector.takeRows()
  const days = [...new Set(rows.flatMap(({ day }) => day ?? []))].toSorted()
  if (!kind || rows.length === 0) throw new ImportRefused('noRows')
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (Date.parse(last) - Date.parse(first) >= IMPORT_LIMITS.days * 86_400_000) throw new ImportRefused('days')
  return {
    kind,
    rows,
    days,
    isPeriod: days.length === 0,
    period,
    zoneOf: hasWallTimes ? 'times' : kind === 'goatcounter' || kind === 'umami' ? null : 'days',
    report: {
      tables: countTables(rows),
      unknownColumns: [...unknownColumns].map((name) => name.slice(0, 100)),
      leftOut,
    },
  }
}

function countTables(rows: readonly ImportRow[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { dimension } of rows) {
    const name = IMPORT_DIMENSIONS[dimension]
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
