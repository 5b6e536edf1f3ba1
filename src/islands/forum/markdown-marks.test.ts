import { describe, expect, test } from 'vitest'
import { IMAGE_DESCRIPTION, insertImage, insertLines, MARKS, type Selected, toQuote } from './markdown-marks.ts'

/** A text whose selection is between two bars. */
function at(marked: string): Selected {
  const [before = '', words = '', after = ''] = marked.split('|')
  return { text: before + words + after, start: before.length, end: before.length + words.length }
}

function told({ text, start, end }: Selected): string {
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`
}

test.each([
  ['bold', 'a |big| pump', 'a **|big|** pump'],
  ['bold', 'a **|big|** pump', 'a |big| pump'],
  ['bold', 'a ||', 'a **|bold|**'],
  ['italic', '|big|', '*|big|*'],
  ['code', '|4-20 mA|', '`|4-20 mA|`'],
  ['code', 'so:|a\nb|', 'so:\n```\n|a\nb|\n```\n'],
  ['quote', 'one\ntw|o\nth|ree', 'one\n|> two\n> three|'],
  ['quote', '|> two\n> three|', '|two\nthree|'],
  ['list', '|a\nb|', '|- a\n- b|'],
  ['link', 'see |this|', 'see [this](|https://|)'],
  ['link', '||', '[words](|https://|)'],
] as const)('%s makes %j into %j', (name, before, after) => {
  expect(told(MARKS[name](at(before)))).toBe(after)
})

test('a block is on lines of its own, with the caret after it', () => {
  expect(told(insertLines(at('before|gone| after'), '> a'))).toBe('before\n> a\n|| after')
  expect(told(insertLines(at('||'), '> a'))).toBe('> a\n||')
})

test.each([
  ['||', '![|…|](/media/1)\n'],
  ['- one\n- two||', '- one\n- two\n\n![|…|](/media/1)\n'],
  ['before\n\n|gone|\nafter', 'before\n\n![|…|](/media/1)\n\nafter'],
])('an image in %j is a paragraph of its own, and its description is selected', (before, after) => {
  expect(told(insertImage(at(before), '/media/1'))).toBe(after.replace('…', IMAGE_DESCRIPTION))
})

describe('a quote', () => {
  test('names who wrote it and quotes every line', () => {
    expect(toQuote('one\n\ntwo ', 'ada')).toBe('> @ada wrote:\n>\n> one\n>\n> two\n')
  })

  test('of a former member names no one', () => {
    expect(toQuote('one', null)).toBe('> one\n')
  })
})
