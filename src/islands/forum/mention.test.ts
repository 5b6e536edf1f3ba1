import { expect, test } from 'vitest'
import { complete, mentionAt } from './mention.ts'

test.each([
  ['ask @ad', { start: 4, typed: 'ad' }],
  ['@ada', { start: 0, typed: 'ada' }],
  ['(@ž.k', { start: 1, typed: 'ž.k' }],
])('behind %j a name is being typed', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention)
})

test.each(['ada@plant', 'ask @', 'ask @ ada', 'a/@ada', 'nothing'])('behind %j none is', (text) => {
  expect(mentionAt(text, text.length)).toBeUndefined()
})

test('a name is looked for before the caret alone', () => {
  expect(mentionAt('ask @ada now', 7)).toEqual({ start: 4, typed: 'ad' })
  expect(mentionAt('ask @ada now', 12)).toBeUndefined()
})

test('what was typed of a name becomes the whole name and a space', () => {
  const mention = { start: 4, typed: 'ad' }
  expect(complete('ask @ad', mention, 'ada.k')).toEqual({ text: 'ask @ada.k ', start: 11, end: 11 })
  expect(complete('ask @ad first', mention, 'ada').text).toBe('ask @ada first')
})
