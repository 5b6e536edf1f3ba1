import { text as wholeText } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvFile, csvLine, firstRowsOnly, MOST_CSV, type MostCsv } from './csv.ts'

/** What a spreadsheet takes for the start of a formula, after what it may skip. */
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

describe('a line of CSV', () => {
  test('has its cells in quotes between commas and ends with CR LF', () => {
    expect(csvLine(['a', 1, null, -2, ''])).toBe('"a","1",,"-2",\r\n')
  })

  test.each([
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['at 8:30; bring gloves', '"at 8:30; bring gloves"'],
    ['pre-flight = a check @ 7', '"pre-flight = a check @ 7"'],
  ])('%j is kept as it is, in quotes', (cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['  =1', "  '=1"],
    ['\u00a0\u200b=1', "\u00a0\u200b'=1"],
    ['"=1', `"'=1`],
    ['mild;=1', "mild;'=1"],
    [';=1', ";'=1"],
    ['mild; "=1;;-2', `mild; "'=1;;'-2`],
    ['a\n- one\n- two', "a\n'- one\n'- two"],
    ['a\t=1', "a\t'=1"],
  ])('%j is not a formula (XS2)', (cell, expected) => {
    expect(csvLine([cell])).toBe(`"${expected.replaceAll('"', '""')}"\r\n`)
  })

  const parts = fc.constantFrom(...'=+-@＝＠;,\t\r\n" \'ax')
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: parts, maxLength: 12 }))
  const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })

  test('any text comes back out of it but for the apostrophes', () => {
    const bare = (cell: string) => cell.replaceAll("'", '')
    fc.assert(
      fc.property(fc.array(text, { minLength: 2 }), (cells) => {
        const [read, ...more] = opened(csvLine(cells), ',')
        expect(more).toEqual([])
        expect(read?.map(bare)).toEqual(cells.map(bare))
      }),
      { numRuns: 1_000, examples: [[['', '']], [["'=1", '']], [['=1', '']]] },
    )
  })

  test.each([',', ';', '\t'])('a program that splits at %j sees no formula in any text (XS2)', (delimiter) => {
    fc.assert(
      fc.property(rows, (cells) => {
        for (const cell of opened(cells.map(csvLine).join(''), delimiter).flat()) expect(cell).not.toMatch(FORMULA)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a text of nothing but places where a cell may begin takes time in proportion to its length', () => {
    const long = '\n\t"; '.repeat(200_000)
    expect(csvLine([long]).length).toBeGreaterThan(long.length)
  })
})

/**
 * The rows of a file as a lenient spreadsheet reads them: a quote at the start of a cell opens it, one inside belongs to the
 * text, and what follows the closing one up to the delimiter too.
 */
function opened(file: string, delimiter: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  let isStart = true
  for (let place = 0; place < file.length; place += 1) {
    const sign = file.charAt(place)
    const row = rows.at(-1) ?? []
    const wasStart = isStart
    isStart = false
    if (isQuoted && sign === '"' && file[place + 1] === '"') place += 1
    else if (sign === '"' && (isQuoted || wasStart)) {
      isQuoted = !isQuoted
      continue
    } else if (!isQuoted && (sign === delimiter || sign === '\n' || sign === '\r')) {
      if (sign === delimiter) row.push('')
      else rows.push([''])
      isStart = true
      continue
    }
    row[row.length - 1] += sign
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '')
}

describe('a CSV file', () => {
  /** What the host lets through. */
  const HOST_BYTES = 20_000_000
  type Row = { number: number; text: string }
  const columns = [
    ['number', ({ number }: Row) => number],
    ['text', ({ text }: Row) => text],
  ] as const
  /** The file of so many rows with this text, and how many of them it asked for. */
  const fileOf = async (total: number, text: string, most: MostCsv = MOST_CSV) => {
    let asked = 0
    const read = async (limit: number, last: Row | undefined) => {
      const first = (last?.number ?? 0) + 1
      asked = Math.min(total, first + limit - 1)
      return Array.from({ length: asked - first + 1 }, (_, at) => ({ number: first + at, text }))
    }
    const howToContinue = ({ number }: Row) => `Start with ${number}.`
    return { file: await wholeText(csvFile({ columns, read, howToContinue, most })), asked }
  }

  test.each([60_000, 1_500])(
    'with rows of %i two-byte signs ends below what the host lets through, and says so',
    async (length) => {
      const total = 25_000_000 / length / 2
      const { file, asked } = await fileOf(Math.ceil(total), 'ü'.repeat(length))
      const bytes = Buffer.byteLength(file)
      expect(bytes).toBeLessThan(HOST_BYTES)
      expect(bytes).toBeGreaterThan(MOST_CSV.bytes - 3 * length)
      const lines = file.split('\r\n')
      const count = lines.length - 3 // without the head, the last line and what follows its end
      expect(lines.slice(-2)).toEqual([`"${firstRowsOnly(count)} Start with ${count + 1}."`, ''])
      expect(asked).toBeLessThanOrEqual(count + 500)
    },
  )

  test.each([0, 1, 499, 500, 501, 1_000])('of %i rows is whole where so many are allowed', async (total) => {
    const { file } = await fileOf(total, 'x', { ...MOST_CSV, rows: total })
    expect(file.split('\r\n')).toHaveLength(total + 2)
    expect(file).not.toContain('only the first')
  })
})
