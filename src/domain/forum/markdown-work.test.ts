import { describe, expect, test } from 'vitest'
import { TOO_MUCH_FORMATTING } from './markdown.ts'
import { workOf } from './markdown-work.ts'
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
    ` \`\`\`\n${fill('*a ')}`,
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
    for (const text of hostile) expect(workOf(text.slice(0, 200))).toBeGreaterThan(0)
    expect(workOf(fill('a.'))).toBeLessThan(10)
  })
})
