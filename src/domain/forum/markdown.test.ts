import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atScale } from '#tests/support/scale.ts'
import { MOST_WORK, measureWork, TOO_MUCH_FORMATTING } from './markdown.ts'
import { renderPost } from './render-post.ts'

const MOST = 20_000
const fill = (text: string, most = MOST) => text.repeat(Math.ceil(most / text.length)).slice(0, most)

describe('what people write is read', () => {
  test.each([
    ['20,000 signs of prose', fill('The pump on line 3 leaks at the seal, and the bearing runs hot at 1,500 rpm.\n\n')],
    ['a long list', fill('- Check the grease and the seal of the pump.\n')],
    ['a list in lists', fill('- Pump\n  - Seal\n    1. Take off the guard\n    2. Look at the seal\n', 6_000)],
    ['a table of 200 rows', `| Tag | Speed | Note |\n|---|---|---|\n${'| P-101 | 1,500 | fine |\n'.repeat(200)}`],
    ['an answer to many quotations', fill('> The seal leaks.\n\nReplace it, **today**.\n\n', 9_000)],
    ['a hundred links', '[The manual](https://manuals.example/pump.pdf) says so.\n'.repeat(100)],
    ['code between fences', `\`\`\`\n${fill('if (a[i] * b[i] > c_d[i]) { x |= _y_; } // *\n', 19_900)}\`\`\``],
    ['a log between fences', `~~~\n${fill('2026-11-20 10:00 | [pump_1] | <ok> | *** | a_b_c\n', 19_900)}~~~`],
  ])('%s', (_what, source) => {
    expect(renderPost(source).html.length).toBeGreaterThan(source.length / 2)
  })
})

describe('what would take the square of its length is not read (IV8)', () => {
  const hostile = [
    ...['>', '> ', '- ', '1. ', '> - ', '>- 1. ', '+ - * '].map((sign) => fill(sign)),
    ...['*', '*a ', 'a*', '*a**b', 'a**b', '_a ', '*_', '**a*', '~~a '].map((signs) => fill(`${signs}x`)),
    ...['[', '![', '[a](', '![a](b)', '[a](<b', '[a]: b\n', '[]'].map((signs) => fill(signs)),
    ...['|-\n', 'a|b\n-|-\n', '|a|\n|-|\n', '<a', '`a`', 'a\n===\n', '# a\n', 'a  \n'].map((signs) => fill(signs)),
    `${fill('[a', MOST / 2)}${fill('](b)', MOST / 2)}`,
    `${fill('*a ', MOST / 2)}${fill(' b*', MOST / 2)}`,
    `|${fill('a|', 2_000)}\n|${fill('-|', 2_000)}\n${fill('|\n', 16_000)}`,
    `- |${fill('a|', 2_000)}\n  |${fill('-|', 2_000)}\n${fill('  |\n', 16_000)}`,
    Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
    `\`\`\`\n\`\`\`\n${fill('> - ')}`,
    // An indented fence, ended by one that is not; a fence behind a byte order mark; and one of an item, ended with the item.
    ` \`\`\`\n\`\`\`\n${fill('*a ')}`,
    `\u{feff}\`\`\`\n\`\`\`\n${fill('*a ')}`,
    `- a\n  \`\`\`\na\n\`\`\`\n\`\`\`\n${fill('*a ')}`,
    // A space that does not end a table.
    `|${fill('a|', 1_000)}\n|${fill('-|', 1_000)}\n${fill('\u{a0}\n', 800)}`,
    // Headings, lines that go on with a quotation from outside it, code that never ends, and what may begin an address.
    // The ends of addresses, and domains that turn out to be none.
    ...[';', '.', '&a;', ']'].map((sign) => `www.a/${fill(sign, 5_900)}x`),
    fill(`www.${'a'.repeat(40)}_`),
    ...[fill('--\n', 8_900), `> a\n${fill('"\n', 5_900)}`, fill('\\``', 5_900), fill('[w\\', 5_900)],
    `- a\n  \`\`\`\n${fill('*a ')}`,
    `> \`\`\`\n${fill('[a](b) ')}`,
    `\`\`\`a\`b\n${fill('*a ')}`,
    `\`\`\`\`\n\`\`\`\`\`\n${fill('*a ')}`,
    `~~~\r~~~\r${fill('*a ')}`,
  ]

  test.each(hostile.map((text) => [text.slice(0, 24), text]))('%j…', (_name, source) => {
    expect(() => renderPost(source)).toThrow(TOO_MUCH_FORMATTING)
  })

  test('to weigh a text is one look at it, however hostile', () => {
    for (const text of hostile) expect(measureWork(text.slice(0, 200))).toBeGreaterThan(0)
    expect(measureWork(fill('a.'))).toBeLessThan(10)
  })
})

describe('no text takes longer than 200 ms, read or refused (IV8)', () => {
  const SIGNS = [...'-|*_`#=>[(<&\\\n aw']
  /** Every fifth pair, of which each sign begins and ends some; all of them in `npm run test:scale`. */
  const pairs = SIGNS.flatMap((one) => SIGNS.map((other) => one + other)).filter(
    (_, index) => index % atScale(5, 1) === 0,
  )
  /** The same ones each time. */
  const longer = fc.sample(
    fc.array(fc.constantFrom(...SIGNS, ...'~:.!)]\t'), { minLength: 3, maxLength: 4 }).map((signs) => signs.join('')),
    { numRuns: atScale(12, 60), seed: 12 },
  )

  const prose = fill('The pump on line 3 leaks at the seal, and the bearing runs hot at 1,500 rpm.\n\n')

  /**
   * True if it takes more than 200 ms of the processor and, for slower machines, than twelve times what reading 20,000 characters of
   * prose takes at the same time, which is as much. The best of up to eight counts, so that collecting garbage does not.
   */
  function isSlow(work: () => unknown): boolean {
    let [best, ordinary] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let tries = 0; tries < 8; tries += 1) {
      best = Math.min(best, millisecondsOf(work))
      if (best < 200) return false
      ordinary = Math.min(
        ordinary,
        millisecondsOf(() => renderPost(prose)),
      )
    }
    return best > 12 * ordinary
  }

  /** Of the processor, so that a busy machine does not count. */
  function millisecondsOf(work: () => unknown): number {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }

  function longestRead(make: (length: number) => string): string {
    let [least, most] = [0, MOST]
    if (measureWork(make(most)) <= MOST_WORK) return make(most)
    while (most - least > 600) {
      const length = Math.floor((least + most) / 2)
      if (measureWork(make(length)) <= MOST_WORK) least = length
      else most = length
    }
    return make(least)
  }

  test('a line of bars that is almost a delimiter row', () => {
    const source = `${'-|'.repeat(2_400)}x`
    expect(isSlow(() => measureWork(source))).toBe(false)
    expect(isSlow(() => renderPost(source))).toBe(false)
  })

  test.each<[string, string[], (length: number, pattern: string) => string]>([
    ['alone', [...pairs, ...longer], (length, pattern) => fill(pattern, length)],
    ['below a line', longer, (length, pattern) => `- |a|\n  ${fill(pattern, length)}`],
    [
      'in an address',
      [...SIGNS, '.', ';', '?', '&a;', ...longer],
      (length, pattern) => `www.a/${fill(pattern, length)}x`,
    ],
    ['before a sign', longer, (length, pattern) => `${fill(pattern, length)}x\n:-|-`],
  ])('what repeats two to four signs, %s', (_where, patterns, make) => {
    const slow = patterns.filter((pattern) => {
      const whole = make(MOST, pattern)
      const read = longestRead((length) => make(length, pattern))
      return isSlow(() => measureWork(whole)) || isSlow(() => renderPost(read))
    })
    expect(slow).toEqual([])
  })
})
