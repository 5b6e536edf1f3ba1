import { IMPORT_LIMITS } from '#src/contract/analytics-import.ts'
import { ImportRefused, UnknownColumns } from '#src/contract/analytics-import-refusals.ts'
import { csvReader, LineTooLong } from '#src/contract/csv.ts'
import type { Collector } from './collect.ts'
import { ga4Roles, type Role, readComment, readGa4 } from './ga4.ts'
import { isGoatcounter, readGoatcounter } from './goatcounter.ts'
import { plausibleTable, readPlausible } from './plausible.ts'
import { isUmami, isUmamiTotals, readUmami } from './umami.ts'
import type { VisitCounter } from './visits.ts'

/** Takes the text of a file in pieces. */
export type TextSink = (piece: string, isLast: boolean) => void

type Line = (cells: readonly string[]) => void
type CsvParts = { collector: Collector; counter: VisitCounter; roles: Readonly<Record<string, Role>> | undefined }

/** Reads the lines of a CSV file, whose format is recognised by the names of its columns. Throws `ImportRefused` and `UnknownColumns`. */
export function csvSink(parts: CsvParts): TextSink {
  const read = csvReader(IMPORT_LIMITS.line)
  const take = lineTaker(parts)
  return (piece, isLast) => {
    try {
      for (const cells of read(piece, isLast)) take(cells)
    } catch (fault) {
      throw fault instanceof LineTooLong ? new ImportRefused('line') : fault
    }
  }
}

function lineTaker({ collector, counter, roles }: CsvParts): Line {
  let line: Line | undefined
  let isCommented = false
  let hasTable = false
  return (cells) => {
    const [first = ''] = cells
    if (cells.length > IMPORT_LIMITS.columns) throw new ImportRefused('columns')
    if (first.startsWith('#')) {
      // A Google Analytics report may have several tables, with comments before each.
      isCommented = true
      line = undefined
      return readComment(cells.filter(Boolean).join(','), collector)
    }
    if (line) return cells.some((cell) => cell.length > IMPORT_LIMITS.cell) ? collector.leaveOut('long') : line(cells)
    const opened = openTable(cells, { collector, counter, roles })
    if (!opened && !hasTable) throw isCommented || roles ? new UnknownColumns([...cells]) : new ImportRefused('unknown')
    hasTable = true
    line = opened ?? (() => {})
  }
}

/** What reads the lines below a header; undefined for a header that is not known. */
function openTable(header: readonly string[], { collector, counter, roles }: CsvParts): Line | undefined {
  if (isUmamiTotals(header)) throw new ImportRefused('umamiTotals')
  if (isGoatcounter(header)) return readGoatcounter(header, collector, counter)
  if (isUmami(header)) return readUmami(header, collector, counter)
  if (plausibleTable(header)) return readPlausible(header, collector)
  const known = ga4Roles(header, roles)
  return known && readGa4(header, known, collector)
}
