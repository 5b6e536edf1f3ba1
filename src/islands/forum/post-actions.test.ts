import { expect, test } from 'vitest'
import { aPostOfOthers as POST, aTopicOfOthers as TOPIC } from '#tests/support/mine-fixture.ts'
import { tasksFor } from './post-actions.ts'

const NOW = 1_000
const REPLY = { number: 2, isGone: false, isHidden: false, isSolution: false }

test('a member reports the posts of others, once', () => {
  expect(tasksFor(TOPIC, POST, REPLY, NOW)).toEqual(['flag'])
  expect(tasksFor(TOPIC, { ...POST, hasFlagged: true }, REPLY, NOW)).toEqual([])
})

test('authors change their post until its time is over, and delete it', () => {
  const own = { ...POST, isOwn: true, mayDelete: true, editableUntil: NOW + 1 }
  expect(tasksFor(TOPIC, own, REPLY, NOW)).toEqual(['edit', 'delete'])
  expect(tasksFor(TOPIC, own, REPLY, NOW + 1)).toEqual(['delete'])
})

test('the author of a topic marks its solution, and removes the mark', () => {
  const asker = { ...TOPIC, maySolve: true }
  expect(tasksFor(asker, POST, REPLY, NOW)).toEqual(['flag', 'solve'])
  expect(tasksFor(asker, POST, { ...REPLY, isSolution: true }, NOW)).toEqual(['flag', 'unsolve'])
  expect(tasksFor(asker, POST, { ...REPLY, number: 1 }, NOW)).toEqual(['flag'])
})

test('moderators do with a topic at its first post what they do with the whole of it', () => {
  const moderator = { ...TOPIC, mayModerate: true, isPinned: true }
  expect(tasksFor(moderator, POST, { ...REPLY, number: 1 }, NOW)).toEqual([
    'edit',
    'flag',
    'hide',
    'history',
    'unpin',
    'lock',
    'slow',
    'move',
    'merge',
  ])
  expect(tasksFor(moderator, POST, REPLY, NOW)).toEqual(['edit', 'flag', 'hide', 'history'])
})

test('on a removed post, moderators can restore it and others can do nothing', () => {
  const gone = { ...REPLY, isGone: true }
  expect(tasksFor({ ...TOPIC, mayModerate: true }, POST, gone, NOW)).toEqual(['restore', 'history'])
  expect(tasksFor(TOPIC, { ...POST, mayDelete: true, editableUntil: NOW + 1 }, gone, NOW)).toEqual([])
})

test('moderators bring back a post of their own that is hidden, though they still read it', () => {
  const hidden = { ...REPLY, isHidden: true }
  expect(tasksFor({ ...TOPIC, mayModerate: true }, POST, hidden, NOW)).toEqual(['edit', 'flag', 'restore', 'history'])
})

test('an admin bans who wrote, but not themselves', () => {
  const admin = { ...TOPIC, mayBan: true }
  expect(tasksFor(admin, { ...POST, authorId: 'them' }, REPLY, NOW)).toContain('ban')
  expect(tasksFor(admin, { ...POST, authorId: 'me', isOwn: true }, REPLY, NOW)).not.toContain('ban')
  expect(tasksFor({ ...TOPIC, mayModerate: true }, { ...POST, authorId: 'them' }, REPLY, NOW)).not.toContain('ban')
})
