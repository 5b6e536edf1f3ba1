import { expect, test } from 'vitest'
import { WISH_STATUSES } from '#src/contract/report.ts'
import { getMeaning, ON_WISHLIST, STATUS, wishSentence } from './report-words.ts'

test('each state of a wish is a sentence, and only what is ahead says for when', () => {
  const sentences = WISH_STATUSES.map((status) => wishSentence({ status, target: 'March 2027' }))
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  expect(sentences.filter((sentence) => sentence.includes('March 2027'))).toEqual([
    'We plan to do it: March 2027.',
    'We are working on it: March 2027.',
  ])
  expect(wishSentence({ status: 'planned', target: null })).toBe('We plan to do it.')
})

test('a report that became a wish is not said to be dealt with', () => {
  const wish = { status: 'idea', target: null } as const
  expect(getMeaning({ status: 'resolved', wish: null })).toBe('We have dealt with it.')
  expect(getMeaning({ status: 'resolved', wish })).toBe(ON_WISHLIST)
  expect(getMeaning({ status: 'in_progress', wish })).toBe(STATUS.in_progress.means)
})
