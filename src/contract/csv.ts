export type CsvCell = string | number | null

/**
 * Where a program may see a cell begin: at the start of the text, and inside it, if the program splits at `;` or a tab or
 * thereby loses count of the quotes, after those and after the end of a line. Programs skip white space, quotes and what
 * cannot be seen. Then the sign that begins a formula, if there is one, in its full-width and small forms too. (security XS2)
 */
const CELL_START = /(?:[;\t\r\n]|^)[\s"\p{Cc}\p{Cf}]*(?=([=+\-@＝＋－＠﹦﹢﹣﹫]?))/gu
const BEGINS_WITH_CONTROL = /^[\t\r]/

/**
 * One line of a CSV file, with its end. Every cell except an empty one is in quotes. An apostrophe is put before text that a
 * spreadsheet would run as a formula, whether it splits lines at `,` or `;`. (RFC 4180, security XS2)
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: CsvCell): string {
  if (cell === null || cell === '') return ''
  return `"${typeof cell === 'number' ? cell : disarm(cell).replaceAll('"', '""')}"`
}

function disarm(text: string): string {
  const disarmed = text.replace(CELL_START, (start: string, sign: string) => (sign ? `${start}'` : start))
  return BEGINS_WITH_CONTROL.test(disarmed) ? `'${disarmed}` : disarmed
}

/** The last line of a file that does not contain all rows. */
export function firstRowsOnly(most: number): string {
  return `This file contains only the first ${most} rows.`
}
