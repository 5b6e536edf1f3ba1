import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ForumPost, TopicPage } from '#src/contract/forum.ts'
import { TopicView } from './TopicView.tsx'

const at = Date.parse('2026-11-21T18:00:00Z')
const postOf = (number: number, changed: Partial<ForumPost> = {}): ForumPost => ({
  id: `p${number}`,
  number,
  state: 'shown',
  author: { username: `member${number}`, isStaff: false },
  html: `<p>Words ${number}</p>`,
  replyTo: null,
  thankCount: 0,
  isSolution: false,
  createdAt: at,
  editedAt: null,
  isEditedByStaff: false,
  ...changed,
})
const opening = postOf(1)
const topic: TopicPage['topic'] = {
  id: 'p1',
  title: 'Why 4 mV and not 4 MV?',
  category: { slug: 'repairs', name: 'Repairs' },
  author: opening.author,
  replyCount: 1,
  thankCount: 0,
  isPinned: false,
  isLocked: false,
  isSolved: false,
  createdAt: at,
  lastPostAt: at,
  lastAuthor: null,
  solvedPostId: null,
  slowSeconds: null,
  description: '',
}
type Changed = Omit<Partial<TopicPage>, 'topic'> & { topic?: Partial<TopicPage['topic']> }
const html = ({ topic: other, ...rest }: Changed = {}) => {
  const page = { posts: [opening, postOf(2)], opening, solution: null, before: null, after: null, ...rest }
  return renderToStaticMarkup(<TopicView page={{ ...page, topic: { ...topic, ...other } }} />)
}
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('the title keeps the letters it was typed with, and the way back is above it', () => {
  expect(html()).toContain('<h1 class="written">Why 4 mV and not 4 MV?</h1>')
  expect(html()).toMatch(/href="\/forum">Forum<.*href="\/forum\/category\/repairs">Repairs<.*<h1/)
})

test('headings come in order, one rank at a time', () => {
  const ranks = [...html().matchAll(/<h([1-6])/g)].map(([, rank]) => Number(rank))
  expect(ranks).toEqual([1, 2, 2, 2])
})

test('a solved topic leads from its top to the answer on the same page', () => {
  const markup = html({ posts: [opening, postOf(2, { isSolution: true })], topic: { isSolved: true } })
  expect(markup).toContain('href="#post-2">Go to the answer, #2</a>')
  expect(markup).not.toContain('<details')
})

test('and shows the answer that another page holds', () => {
  const markup = html({ solution: postOf(40, { isSolution: true }), topic: { isSolved: true } })
  expect(markup).toContain('href="/forum/post/p40">Go to the answer, #40</a>')
  expect(markup).toContain('<details><summary>Read it here</summary><div class="prose"><p>Words 40</p></div></details>')
})

test('its pages lead to one another, the first by its own address', () => {
  expect(html()).not.toContain('Pages of this topic')
  expect(html({ after: 25 })).toContain('<a rel="next" class="step" href="/forum/post/p1?after=25">')
  const second = html({ before: 0, after: 50, posts: [postOf(26)] })
  expect(second.match(/href="\/forum\/post\/p1">Earlier posts/g)).toHaveLength(2)
})

test('the reply area is for the island to find, and says what it takes to reply', () => {
  expect(html()).toContain('<section data-reply-area="true" data-topic="p1"')
  expect(html()).toContain('<a href="/auth">Sign in to reply</a>')
  expect(words(html({ topic: { slowSeconds: 300 } }))).toContain('one reply per member every 5 minutes')
})

test('a locked topic does not ask for replies', () => {
  const markup = html({ topic: { isLocked: true, slowSeconds: 300 } })
  expect(words(markup)).toContain('A moderator locked this topic.')
  expect(markup).not.toMatch(/Sign in to reply|data-button="write"|Slow mode/)
})
