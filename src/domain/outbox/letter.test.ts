import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeMarkup } from '#src/contract/markup.ts'
import { composeLetter, oneLine, siteLink } from './letter.ts'
import {
  approvalDecided,
  confirmAddress,
  emailChanged,
  passwordChanged,
  passwordReset,
} from './templates/account-letters.ts'
import { type ForumNews, forumNews } from './templates/forum-news.ts'
import {
  addressConfirmed,
  addressKnown,
  registeredAgain,
  registeredWithGoogle,
  registrationReceived,
} from './templates/registration-letters.ts'
import { reportStatusChanged, reportVerified, verifyReport, wishShipped } from './templates/report-letters.ts'
import {
  codesLocked,
  factorChanged,
  signInCode,
  signInMethodChanged,
  signInNoticed,
} from './templates/sign-in-letters.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Up & <b>Time</b>' }
const path = '/auth?reset=T0ken_-x'
const at = Date.parse('2026-11-21T14:05:00Z')

const report = { reportType: 'problem', reportedAt: at, path } as const

const reply = {
  kind: 'reply',
  postId: '1f0e4a5c-0000-4000-8000-000000000001',
  actor: 'ada',
  excerpt: 'Use <img src=x> & a\r\nnew "line"',
  reason: null,
} as const

const told = { ...report, unsubscribeToken: 'T0ken_-x' }

const letters = {
  registrationReceived: registrationReceived(site, { path }),
  registeredAgain: registeredAgain(site, { path }),
  addressConfirmed: addressConfirmed(site, {
    dropped: { registrations: 2, factors: 1, sessions: 1, googleAccounts: 1 },
    at,
  }),
  addressKnown: addressKnown(site),
  codesLocked: codesLocked(site, { failures: 20, until: at, path }),
  codesLockedAgain: codesLocked(site, { failures: 20, until: at, path: undefined }),
  confirmAddress: confirmAddress(site, { path }),
  approved: approvalDecided(site, { approval: 'approved' }),
  rejected: approvalDecided(site, { approval: 'rejected', reason: '<img src=x>\nNo "work" address' }),
  passwordReset: passwordReset(site, { path }),
  passwordChanged: passwordChanged(site, { at }),
  emailChanged: emailChanged(site, { newEmail: 'maria@new.example', at }),
  factorAdded: factorChanged(site, { change: 'added', factorType: 'webauthn', at }),
  factorRemoved: factorChanged(site, { change: 'removed', factorType: 'totp', at }),
  registeredWithGoogle: registeredWithGoogle(site, { hadPassword: false }),
  adoptedWithGoogle: registeredWithGoogle(site, { hadPassword: true }),
  linked: signInMethodChanged(site, { change: 'linked', at }),
  unlinked: signInMethodChanged(site, { change: 'unlinked', at }),
  signInNoticed: signInNoticed(site, { device: 'Firefox on <Windows>', at }),
  verifyReport: verifyReport(site, report),
  reportVerified: reportVerified(site, report),
  reportResolved: reportStatusChanged(site, {
    ...told,
    status: 'resolved',
    answer: '<img src=x>\nMended.',
  }),
  reportOpen: reportStatusChanged(site, { ...told, status: 'open', answer: null }),
  wishShipped: wishShipped(site, { ...told, reportType: 'improvement' }),
  forumNews: forumNews(site, {
    topics: [{ title: 'Seals <script>x</script>', news: [reply] }],
    more: 2,
    isDigest: false,
    token: 'T0ken_-x',
  }),
}

describe.each(Object.entries(letters))('%s', (_name, letter) => {
  test('has a subject on one line, a text part and an HTML part', () => {
    expect(letter.subject).toBe(oneLine(letter.subject))
    expect(letter.subject.length).toBeGreaterThan(10)
    expect(letter.text.length).toBeGreaterThan(100)
    expect(letter.html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(letter.template).toMatch(/^[a-z-]+$/)
  })

  test('leads to our own site and nowhere else (TL7)', () => {
    const links = [...letter.html.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? '')
    const addresses = [...letter.text.matchAll(/https?:\/\/\S+/g)].map((match) => match[0])
    for (const link of [...links, ...addresses]) expect(new URL(link).origin).toBe(site.siteUrl)
    expect(addresses).toContain(site.siteUrl)
  })

  test('shows what it was given as text, never as markup (OB6)', () => {
    expect(letter.html).not.toMatch(/<b>|<img|<Windows|<script/)
  })
})

test('a link is complete in both parts', () => {
  const { text, html } = letters.passwordReset
  expect(text).toContain('Set a new password:\nhttps://workshops.example/auth?reset=T0ken_-x\n')
  expect(html).toContain('href="https://workshops.example/auth?reset=T0ken_-x"')
})

test('the reason of a rejection is quoted line by line', () => {
  expect(letters.rejected.text).toContain('> <img src=x>\n> No "work" address\n')
  expect(letters.rejected.html).toContain('&lt;img src=x&gt;\nNo &quot;work&quot; address')
})

test('mails name a report by its kind and day', () => {
  expect(letters.verifyReport.subject).toBe('Verify your problem report from Nov 21, 2026')
  expect(letters.reportResolved.text).toContain('Your problem report from Nov 21, 2026 is resolved.')
  expect(letters.reportResolved.text).toContain('> <img src=x>\n> Mended.\n')
  expect(letters.wishShipped.subject).toBe('You asked, we did: your suggestion from Nov 21, 2026')
})

test('of what members typed in the forum only a title is in a subject, on one line and without control characters (OB6)', () => {
  const news = { ...reply, actor: 'ada\r\nBcc: x@y.example' }
  const title = 'Pumps\r\nBcc: x@y.example \u202efdp.exe\u2066'
  const given: ForumNews = { topics: [{ title, news: [news] }], more: 0, isDigest: true, token: 't' }
  const { subject, text, html, unsubscribeUrl } = forumNews(site, given)
  expect(subject).toBe('New reply in “Pumps Bcc: x@y.example fdp.exe”')
  expect(text).toContain('> Use <img src=x> & a new "line"\n')
  expect(html).toContain('Use &lt;img src=x&gt; &amp; a new &quot;line&quot;')
  expect(text + html).not.toMatch(/[\u202e\u2066]/)
  expect(unsubscribeUrl).toBe('https://workshops.example/api/unsubscribe/one-click?token=t')
})

test('the old address does not see all of the new one', () => {
  expect(letters.emailChanged.text).toContain('changed to m…@new.example on Nov 21, 2026, 8:05 AM CST')
  expect(letters.emailChanged.html + letters.emailChanged.text).not.toContain('maria@')
})

test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'auth', '', 'javascript:alert(1)'])(
  'a link to %j is not made (TL7)',
  (elsewhere) => {
    expect(() => siteLink(site.siteUrl, elsewhere)).toThrow()
  },
)

test('a text message ends with the line that ties its code to our site', () => {
  const { text } = signInCode(site, { code: '123456', minutes: 5 })
  expect(text).toMatch(/^123456 is your /)
  expect(text.split('\n').at(-1)).toBe('@workshops.example #123456')
})

test('no text can leave its place in HTML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeMarkup(text)
      expect(escaped).not.toMatch(/[<>"']/)
      expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
    }),
  )
})

test('no text can end a header line', () => {
  const hostile = fc.array(fc.oneof(fc.constantFrom('\r', '\n', '\r\nBcc: x@y.example', '\u2028', '\0'), fc.string()))
  fc.assert(
    fc.property(hostile, (parts) => {
      const { subject } = composeLetter(site, { template: 'forum-news', subject: parts.join(''), parts: [] })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
      expect(subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
    }),
  )
})
