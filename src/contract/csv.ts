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

/** Rows that are read at a time. */
const PAGE = 500

/** What a file holds at most: the host cuts an answer off at 20 MB without a word, so a file ends before that and says so. */
export const MOST_CSV = { rows: 100_000, bytes: 19_000_000 } as const
export type MostCsv = { rows: number; bytes: number }

type CsvFile<Row> = {
  columns: readonly (readonly [name: string, cell: (row: Row) => CsvCell])[]
  /** At most `limit` rows, those after `last`; without `last`, the first ones. */
  read: (limit: number, last: Row | undefined) => Promise<Row[]>
  /** The sentence that says how to get the rest of a file that is too long, which begins with the row `next`. */
  howToContinue: (next: Row) => string
  most: MostCsv
}

/**
 * A CSV file in pieces of 500 rows, so that no more is ever held. It ends before it exceeds `most`, and says so in a last
 * line of its own.
 */
export async function* csvFile<Row>({ columns, read, howToContinue, most }: CsvFile<Row>): AsyncGenerator<string> {
  const encoder = new TextEncoder()
  let piece = csvLine(columns.map(([name]) => name))
  let bytes = piece.length
  let count = 0
  let last: Row | undefined
  for (;;) {
    const rows = await read(PAGE, last)
    for (const row of rows) {
      const line = csvLine(columns.map(([, cell]) => cell(row)))
      bytes += encoder.encode(line).length
      if (count === most.rows || bytes > most.bytes)
        return yield piece + csvLine([`${firstRowsOnly(count)} ${howToContinue(row)}`])
      piece += line
      count += 1
    }
    yield piece
    if (rows.length < PAGE) return
    piece = ''
    last = rows.at(-1)
  }
}

/** How the last line of a file that does not contain all rows begins. */
export function firstRowsOnly(count: number): string {
  return `This file contains only the first ${count} rows.`
}

/** The sign that ends the cells of a line: the one of the three that it has most of. */
function separatorOf(line: string): string {
  const countOf = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

/** A line of a file is longer than the reader takes: a quote that never ends, say. */
export class LineTooLong extends Error {}

/**
 * Reads a CSV file that comes in pieces: each is answered with the lines that end in it, as cells without surrounding space. Cells are
 * separated by commas, semicolons or tabs, as the first line says that is not a comment with `#`. Lines without any text are left out. A
 * quote that never ends takes the rest of the file, as in every reader. Throws `LineTooLong`. (RFC 4180)
 */
export function csvReader(longest = Number.POSITIVE_INFINITY): (piece: string, isLast?: boolean) => string[][] {
  let rest = ''
  let isFirst = true
  let reading: { separator: string; cell: RegExp } | undefined
  return (piece, isLast = false) => {
    rest += isFirst ? piece.replace(/^\uFEFF/, '') : piece
    isFirst &&= piece === ''
    const head = reading ? undefined : firstLine(rest)
    if (head && (head.isWhole || isLast)) reading = readingOf(separatorOf(head.line))
    if (!reading && isLast) reading = readingOf(',')
    const { rows, end } = reading ? takeRows(rest, reading, isLast) : { rows: [], end: 0 }
    rest = rest.slice(end)
    if (rest.length > longest) throw new LineTooLong()
    return rows.filter((cells) => cells.some((cell) => cell !== ''))
  }
}

/** The first line with text that is not a comment, and whether its end is there. */
function firstLine(text: string): { line: string; isWhole: boolean } | undefined {
  const lines = /([^\r\n]*)([\r\n]|$)/y
  while (lines.lastIndex < text.length) {
    const [, line = '', end] = lines.exec(text) ?? []
    if (line.trim() !== '' && !line.startsWith('#')) return { line, isWhole: end !== '' }
  }
  return undefined
}

function readingOf(separator: string) {
  const cell = `(?:"((?:[^"]|"")*)(?:"|$)|([^${separator}\\r\\n]*))[^${separator}\\r\\n]*(${separator}|\\r\\n|\\r|\\n|$)`
  return { separator, cell: new RegExp(cell, 'y') }
}

/** The lines of a text, and where the one begins that has not ended yet. */
function takeRows(text: string, { separator, cell }: ReturnType<typeof readingOf>, isLast: boolean) {
  const rows: string[][] = []
  let row: string[] = []
  let end = 0
  cell.lastIndex = 0
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', sign] = cell.exec(text) ?? []
    const isCut = sign === '' || (sign === '\r' && cell.lastIndex === text.length)
    if (isCut && !isLast) break
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (sign === separator) continue
    rows.push(row)
    row = []
    end = cell.lastIndex
  }
  if (isLast && row.length > 0) rows.push(row)
  return { rows, end: isLast ? text.length : end }
}

/** The cells of a CSV file that is there as a whole. */
export function readCsv(text: string): string[][] {
  return csvReader()(text, true)
}
