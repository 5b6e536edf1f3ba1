import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CORPUS } from '#tests/e2e/support/xss-corpus.ts'
import { type ForumNews, forumNews, type MailedNews } from './forum-news.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }

/** The texts that pages are tried with, and those that are about mail. */
const HOSTILE = [
  ...CORPUS,
  'x\r\nBcc: victim@plant.example',
  'x\nContent-Type: text/html\n\n<script>',
  '=?utf-8?q?Bcc:?=\u0000\u0085\u2028\u2029',
  '\u202egnp.exe \u2066nothing\u2069',
]

/** A mail in which somebody has written this wherever members can. */
function mailWith(words: string, kind: MailedNews['kind'] = 'reply') {
  const news: MailedNews = {
    kind,
    postId: '1f0e4a5c-0000-4000-8000-000000000001',
    actor: 'ada',
    excerpt: words,
    reason: words,
  }
  const given: ForumNews = { topics: [{ title: words, news: [news] }], more: 0, isDigest: false, token: 't' }
  return forumNews(site, given)
}

const tagsOf = (html: string) => html.match(/<[^>]*>/g)
const plain = mailWith('words')

function expectHarmless(words: string): void {
  const { subject, text, html } = mailWith(words)
  expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
  expect(tagsOf(html)).toEqual(tagsOf(plain.html))
  expect(text.split('\n')).toHaveLength(plain.text.split('\n').length)
}

describe('what members wrote (XS2, OB6)', () => {
  test.each(HOSTILE)('%j adds neither a tag, nor a line, nor a header', expectHarmless)

  test('nor does anything else', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE), (a, b) => expectHarmless(a + b)))
  })

  test.each(['reply', 'mention', 'solved', 'approved', 'restored'] as const)(
    'is quoted in news of the kind %s',
    (kind) => {
      const { text, subject } = mailWith('My words', kind)
      expect(text).toContain('\n> My words\n')
      expect(subject).toMatch(/ “My words”$/)
    },
  )
})

test('a change that was not approved is reported with its reason, and without the text of the post', () => {
  const news: MailedNews = {
    kind: 'change_rejected',
    postId: 'p',
    actor: null,
    excerpt: 'Grease it.',
    reason: 'An ad.',
  }
  const { text, subject } = forumNews(site, {
    topics: [{ title: 'Seals', news: [news] }],
    ...{ more: 0, isDigest: false, token: 't' },
  })
  expect(subject).toBe('Your change was not approved in “Seals”')
  expect(text).toContain('Others still see the previous version. Reason:\n\n> An ad.\n')
  expect(text).not.toContain('Grease it.')
})

test.each([
  [1, 'There is 1 more notice in the forum.'],
  [2, 'There are 2 more notices in the forum.'],
])('%i that did not fit is counted', (more, sentence) => {
  const news: MailedNews = { kind: 'reply', postId: crypto.randomUUID(), actor: 'ada', excerpt: 'Yes.', reason: null }
  const { text } = forumNews(site, { topics: [{ title: 'Seals', news: [news] }], more, isDigest: false, token: 't' })
  expect(text).toContain(sentence)
})

test('a former member has no name, and a post without words has no quote', () => {
  const news: MailedNews = { kind: 'reply', postId: 'p', actor: null, excerpt: null, reason: null }
  const { text } = forumNews(site, { topics: [{ title: 'Seals', news: [news] }], more: 0, isDigest: false, token: 't' })
  expect(text).toContain('A former member replied.\n')
  expect(text).not.toContain('>')
})
