import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  test('has its cells between commas and ends with CR LF', () => {
    expect(csvLine(['a', 1, null, -2, ''])).toBe('a,1,,-2,\r\n')
  })

  test.each([
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
  ])('%j is quoted', (cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example","x")'])(
    '%j is no formula (XS2)',
    (cell) => {
      expect(csvLine([cell])).toMatch(/^"?'/)
    },
  )

  test('any text comes back out of it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = parse(csvLine(cells))
        expect(read).toEqual(cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)))
        for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }),
      { examples: [[['', '']], [["'=1"]], [['=1', '']]] },
    )
  })
})

/** The cells of one line, read by the grammar of RFC 4180. */
function parse(line: string): string[] {
  // A comma before the first cell too: every cell then begins alike, the empty ones as well.
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}
