import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ForumPost } from '#src/contract/forum.ts'
import { POST_GONE } from '#src/contract/forum.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { PostCard } from './PostCard.tsx'

const post: ForumPost = {
  id: 'p',
  number: 3,
  state: 'shown',
  author: { username: 'ada', isStaff: false },
  html: '<p>Nine <strong>mils</strong></p>',
  replyTo: { id: 'q', number: 2, author: null },
  thankCount: 0,
  isSolution: false,
  createdAt: Date.parse('2026-11-22T04:05:00Z'),
  editedAt: null,
  isEditedByStaff: false,
}
const html = (changed: Partial<ForumPost> = {}, rest: Partial<Parameters<typeof PostCard>[0]> = {}) =>
  renderToStaticMarkup(<PostCard post={{ ...post, ...changed }} {...rest} />)
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a post is at its anchor, with the HTML that was sanitized when it was written', () => {
  expect(html()).toContain('<article id="post-3" data-post="p"')
  expect(html()).toContain('<div class="prose"><p>Nine <strong>mils</strong></p></div>')
  expect(html()).toContain('<time dateTime="2026-11-22T04:05:00.000Z"')
})

test('its heading is who wrote it', () => {
  const label = /aria-labelledby="([^"]+)"/.exec(html())?.[1]
  expect(html()).toMatch(new RegExp(`<h2 id="${label}"[^>]*><a class="author" href="/forum/member/ada">ada</a></h2>`))
})

test('a name is text, and an address of it is encoded', () => {
  const markup = html({ author: { username: 'ада_"<b>', isStaff: false } })
  expect(markup).not.toContain('<b>')
  expect(markup).toContain('/forum/member/%D0%B0%D0%B4%D0%B0_%22%3Cb%3E')
})

test('an author whose account was deleted has no page', () => {
  expect(words(html({ author: null }))).toContain(FORMER_MEMBER)
  expect(html({ author: null })).not.toContain('/forum/member/')
})

test('staff says so, and so does who asked, but not above the question itself', () => {
  expect(words(html({ author: { username: 'ada', isStaff: true } }))).toContain('ada Staff')
  expect(words(html({}, { starter: 'ada' }))).toContain('ada Asked')
  expect(words(html({ number: 1 }, { starter: 'ada' }))).not.toContain('Asked')
  expect(words(html({}, { starter: 'bob' }))).not.toContain('Asked')
})

test('what it answers is on this page, or leads there', () => {
  expect(html({}, { isNear: (number) => number === 2 })).toContain('href="#post-2"')
  expect(html({}, { isNear: () => false })).toContain('href="/forum/post/q"')
})

test('a change is shown with its day, and with its author if another person made it', () => {
  const editedAt = Date.parse('2026-11-23T01:00:00Z')
  expect(words(html())).not.toContain('changed')
  expect(words(html({ editedAt }))).toContain('edited Nov 23, 2026')
  expect(words(html({ editedAt, isEditedByStaff: true }))).toContain('edited by a moderator Nov 23, 2026')
})

test('the answer says that it is', () => {
  expect(words(html())).not.toContain('This solved it')
  expect(words(html({ isSolution: true }))).toContain('This solved it')
})

test.each([
  ['hidden', POST_GONE.hidden],
  ['deleted', POST_GONE.deleted],
  ['review', POST_GONE.review],
] as const)('one that is %s keeps its place and nothing else', (state, sentence) => {
  const gone = html({ state, html: '', author: null, replyTo: null })
  expect(gone).toContain('id="post-3"')
  expect(words(gone)).toContain(`#3 ${sentence}`)
  expect(gone).not.toMatch(/<button|<time|class="prose"/)
})

test('without scripts there is an address to take along, and no button', () => {
  const buttons = html({ thankCount: 2 }).match(/<button[^>]*>/g) ?? []
  expect(buttons.map((button) => /data-button="(\w+)"/.exec(button)?.[1])).toEqual(['thank', 'reply', 'quote', 'menu'])
  expect(buttons.filter((button) => !button.includes('data-needs-js'))).toEqual([])
  expect(html()).toContain('<a href="/forum/post/p">Permalink</a>')
  expect(words(html({ thankCount: 2 }))).toContain('2 thanks')
})

test('what an island does with a post takes the place of what the server offers', () => {
  const markup = html({}, { actions: <i>mine</i> })
  expect(markup).toContain('<i>mine</i>')
  expect(markup).not.toContain('data-post-actions')
})
