export type CsvCell = string | number | null

/** What a spreadsheet would take for a formula. (security XS2) */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * One line of a CSV file, with its end. Text that a spreadsheet would run as a formula begins with an apostrophe instead.
 * (RFC 4180, security XS2)
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
