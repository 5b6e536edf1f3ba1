import { expect, test } from 'vitest'
import { DRAFT_EXPIRY } from '../drafts/draft-storage.ts'
import { BLANK_POST, isBlankPost, readStoredPost } from './forum-draft.ts'

const NOW = 1_800_000_000_000
const kept = { ...BLANK_POST, source: 'Check the shims.', timestamp: NOW, name: '0123456789abcdef0123456789abcdef' }

test('a draft is read while it is under a day old', () => {
  expect(readStoredPost(JSON.stringify(kept), NOW + DRAFT_EXPIRY - 1)).toEqual(kept)
  expect(readStoredPost(JSON.stringify(kept), NOW + DRAFT_EXPIRY)).toBeUndefined()
})

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  JSON.stringify({ ...kept, source: 1 }),
  JSON.stringify({ ...kept, name: 'x' }),
  JSON.stringify({ ...kept, timestamp: '1' }),
  JSON.stringify({ ...kept, replyTo: undefined }),
])('%j is no draft', (text) => {
  expect(readStoredPost(text, NOW)).toBeUndefined()
})

test('a category alone, or whom it would answer, is nothing to keep', () => {
  expect(isBlankPost({ ...BLANK_POST, categoryId: 'a', replyToId: 'b', replyTo: '#2', source: ' \n' })).toBe(true)
  expect(isBlankPost({ ...BLANK_POST, title: 'a' })).toBe(false)
})
