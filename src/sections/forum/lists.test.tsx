import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ForumCategory, PostFound, SearchPage, TopicLine, TopicListPage } from '#src/contract/forum.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { CategoryView } from './CategoryView.tsx'
import { ForumHome } from './ForumHome.tsx'
import { MemberView } from './MemberView.tsx'
import { NewTopicView } from './NewTopicView.tsx'
import { SearchView } from './SearchView.tsx'

const at = Date.parse('2026-11-21T18:00:00Z')
const category: ForumCategory = {
  id: 'c',
  slug: 'repairs',
  name: 'Repairs',
  description: 'Hands on.',
  topicCount: 1,
  isClosed: false,
  event: null,
  lastPostAt: at,
}
const room: ForumCategory = {
  ...category,
  id: 'r',
  slug: 'tulsa',
  name: 'Tulsa room',
  event: { slug: 'tulsa-2027', name: 'Tulsa Workshop' },
}
const topic: TopicLine = {
  id: 't',
  title: 'A <b>title</b>',
  category,
  author: { username: 'ada', isStaff: false },
  replyCount: 1204,
  thankCount: 1,
  isPinned: false,
  isLocked: false,
  isSolved: false,
  createdAt: at,
  lastPostAt: at,
  lastAuthor: { username: 'bob', isStaff: false },
}
const none: TopicListPage = { pinned: [], items: [], nextCursor: null }
const markup = (view: ReactNode) => renderToStaticMarkup(view)
const words = (view: ReactNode) =>
  markup(view)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
const home = (page: Partial<TopicListPage>, rest: Partial<Parameters<typeof ForumHome>[0]> = {}) => (
  <ForumHome categories={[category, room]} page={{ ...none, ...page }} sort="latest" cursor={null} {...rest} />
)

test('a line of the list shows everything about a topic', () => {
  const line = words(home({ items: [{ ...topic, isSolved: true, isLocked: true }] }))
  expect(line).toContain('A &lt;b&gt;title&lt;/b&gt; Solved Locked Repairs by ada 1,204 replies 1 thanks')
  expect(line).toContain('Nov 21, 2026 last by bob')
})

test('pinned topics stand first', () => {
  const pinned = { ...topic, id: 'p', title: 'House rules', isPinned: true }
  expect(words(home({ pinned: [pinned], items: [topic] }))).toMatch(/House rules.*Pinned.*A &lt;b/)
})

test('a topic without replies names no one', () => {
  const line = words(home({ items: [{ ...topic, replyCount: 0 }] }))
  expect(line).toContain('no replies yet')
  expect(line).not.toContain('last by')
})

test('orders and pages are links, and the latest come without a query', () => {
  const html = markup(home({ items: [topic], nextCursor: 'a&b' }, { sort: 'top', cursor: 'x' }))
  expect(html).toContain('<a href="/forum">Latest</a>')
  expect(html).toContain('<a href="/forum?sort=top" aria-current="page">Top</a>')
  expect(html).toContain('<a rel="prev" class="step" href="/forum?sort=top">First page</a>')
  expect(html).toContain('<a rel="next" class="step" href="/forum?sort=top&amp;cursor=a%26b">More topics</a>')
})

test('rooms of workshops stand behind the subjects', () => {
  expect(words(home({}))).toMatch(/Categories Repairs 1 topic Hands on\. Workshop rooms Tulsa room/)
})

test('an empty list says what to do', () => {
  expect(words(home({}))).toContain('Ask the first question.')
  expect(words(home({}, { sort: 'unanswered' }))).toContain('No unanswered topics')
})

test('a category leads to its feed, to its event and to a topic in it; a closed one to no new topic', () => {
  const rest = { categories: [category, room], page: none, sort: 'latest', cursor: null } as const
  const open = markup(<CategoryView category={room} {...rest} />)
  expect(open).toContain('href="/forum/category/tulsa/feed.atom"')
  expect(open).toContain('<a href="/event/tulsa-2027">Tulsa Workshop</a>')
  expect(open).toContain('href="/forum/new?category=tulsa"')
  expect(open).toContain('<a href="/forum/category/tulsa" aria-current="page">')
  const closed = markup(<CategoryView category={{ ...room, isClosed: true }} {...rest} />)
  expect(closed).toContain('This category is closed')
  expect(closed).not.toContain('/forum/new')
})

const found: PostFound = {
  id: 'f',
  topicId: 't',
  number: 2,
  title: [{ text: 'Soft ', isFound: false }],
  excerpt: [
    { text: 'the <i>', isFound: false },
    { text: 'shim', isFound: true },
  ],
  category,
  author: null,
  createdAt: at,
  isSolved: false,
}
const searched = (q: string, more: Partial<SearchPage>, cursor: string | null = null) => (
  <SearchView
    q={q}
    cursor={cursor}
    found={{ items: [], nextCursor: null, searchedTo: null, isEmptyQuestion: false, ...more }}
  />
)

test('a search marks what it found, as text, and keeps its words', () => {
  const html = markup(searched('"shim" & co', { items: [found], nextCursor: 'n' }))
  expect(html).toContain('the &lt;i&gt;<mark>shim</mark>')
  expect(html).toContain('value="&quot;shim&quot; &amp; co"')
  expect(html).toContain('href="/forum/search?q=%22shim%22+%26+co&amp;cursor=n"')
  expect(words(searched('shim', { items: [found] }))).toContain(`reply #2 by ${FORMER_MEMBER}`)
})

test('a search that asks nothing, finds nothing, or nothing more, says so', () => {
  expect(words(searched('', { isEmptyQuestion: true }))).toContain('Enter words from the post')
  expect(words(searched('zebra', {}))).toContain('No results')
  expect(words(searched('zebra', {}, 'n'))).toContain('No more results')
})

test('a search that did not fill its page says how far it looked, and leads on', () => {
  const far = { nextCursor: 'n', searchedTo: at }
  const remark = 'We searched posts since Nov 21, 2026 so far. Choose “More results” to look further back.'
  expect(words(searched('telex', far))).toContain(`No results so far ${remark}`)
  expect(words(searched('telex', { ...far, items: [found] }))).toContain(remark)
  expect(words(searched('telex', { items: [found], nextCursor: 'n' }))).not.toContain('So far')
  expect(markup(searched('telex', far))).toContain('href="/forum/search?q=telex&amp;cursor=n"')
})

test('a member is their name, their figures and their posts', () => {
  const member = { username: 'ada', isStaff: true, joinedAt: at, postCount: 1204, thankCount: 5, solvedCount: 2 }
  const page = { member, posts: [], nextCursor: null }
  expect(words(<MemberView page={page} cursor={null} />)).toContain('Staff Member since Nov 21, 2026')
  expect(words(<MemberView page={page} cursor={null} />)).toContain('Posts 1,204 Thanks received 5')
  expect(words(<MemberView page={page} cursor={null} />)).toContain('ada has not posted anything yet.')
})

test('a new topic begins in the category one came from, unless that is closed', () => {
  const html = (isClosed: boolean) => markup(<NewTopicView categories={[{ ...category, isClosed }]} chosen="repairs" />)
  expect(html(false)).toContain('data-category="c"')
  expect(html(true)).not.toContain('data-category')
})
