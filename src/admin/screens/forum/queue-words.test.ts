import { expect, test } from 'vitest'
import type { QueuedPost } from '#src/contract/forum-moderation.ts'
import { formatCount, getPostPage, KEY_HINTS, QUEUE_STEPS } from './queue-words.ts'

test('a hundred means a hundred or more', () => {
  expect([0, 99, 100].map(formatCount)).toEqual(['0', '99', '100+'])
})

const post: QueuedPost = {
  id: 'post',
  topicId: 'topic',
  number: 2,
  title: 'Seals leak',
  isTopicShown: true,
  category: { id: 'category', name: 'Pumps' },
  author: null,
  authorId: 'member',
  authorPostCount: 0,
  html: '',
  change: null,
  state: 'shown',
  stateReason: null,
  flags: [],
  version: 1,
  createdAt: 0,
}

test.each([
  [{}, '/forum/post/post'],
  [{ state: 'hidden' as const }, '/forum/post/topic'],
  [{ number: 1 }, '/forum/post/post'],
  [{ number: 1, state: 'review' as const, isTopicShown: false }, undefined],
  [{ state: 'hidden' as const, isTopicShown: false }, undefined],
])('a post with %o is read at %s', (changes, href) => {
  expect(getPostPage({ ...post, ...changes })).toBe(href)
})

test('every key does what its hint says, and every key has one', () => {
  expect(KEY_HINTS.map(([keys, what]) => [what, ...keys.map((key) => QUEUE_STEPS[key])])).toEqual([
    ['next', 'next'],
    ['previous', 'previous'],
    ['select', 'select'],
    ['keep', 'keep'],
    ['remove', 'remove'],
    ['open', 'open'],
  ])
  expect(KEY_HINTS.flatMap(([keys]) => keys)).toHaveLength(Object.keys(QUEUE_STEPS).length)
})
