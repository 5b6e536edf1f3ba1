import { expect, test } from 'vitest'
import { completeMention, listTop, mentionAt } from './mentions.tsx'

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
  expect(completeMention('ask @ad', mention, 'ada.k')).toEqual({ text: 'ask @ada.k ', start: 11, end: 11 })
  expect(completeMention('ask @ad first', mention, 'ada').text).toBe('ask @ada first')
})

const line = { top: 300, bottom: 324 }

test.each([
  ['below the caret where there is room', { top: -100, bottom: 700 }, 328],
  ['above it where a keyboard covers the room below', { top: -100, bottom: 400 }, 196],
  ['below it where there is room on neither side', { top: 250, bottom: 400 }, 328],
])('the members stand %s', (_, view, top) => {
  expect(listTop(line, 100, view)).toBe(top)
})
