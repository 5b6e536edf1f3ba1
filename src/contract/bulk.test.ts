import { expect, test } from 'vitest'
import { bulkSentence } from './bulk.ts'

const done = (id: string) => ({ id, refusal: null })
const refused = (id: string) => ({ id, refusal: 'It is gone.' })

test.each([
  [[done('a')], 'Post approved.'],
  [[done('a'), done('b')], '2 posts approved.'],
  [[done('a'), refused('b')], 'Post approved. 1 was left unchanged.'],
  [[refused('a'), refused('b')], 'No posts approved. 2 were left unchanged.'],
])('%j is summed up as %j', (results, sentence) => {
  expect(bulkSentence(['Post', 'posts'], 'approved', results)).toBe(sentence)
})
