import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#src/contract/failure.ts'
import { findTextFaults } from '#src/contract/mail-placeholder.ts'
import { BODY_MAX } from '#src/contract/mail-rule.ts'
import { findBodyFault, readMailBody } from './mail-body.ts'
import { type MailEvent, renderRuleMail } from './render-rule-mail.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }
const TAGS =
  /<!doctype html>|<html lang="en">|<meta [^<>]*>|<(?:head|title|li|strong|em|br)>|<(?:body|div|p|ul|ol|h2|blockquote) style="[^"<>]*">|<a href="(?:https?:\/\/|mailto:)[^"<>]*"(?: style="[^"<>]*")?>|<\/[a-z0-9]+>/g

const SIGNS = [
  ...[
    '[',
    '](',
    ')',
    '<',
    '>',
    '"',
    "'",
    '&',
    '*',
    '**',
    '_',
    '`',
    '~~',
    '#',
    '# ',
    '- ',
    '1. ',
    '> ',
    '|',
    '|-',
    '-|\n',
    '\\',
  ],
  ...['\n', '\n\n', '\r\n', '\r', '\t', '\u2028', '\u202e', '\0', '    ', '```\n', '{{', '}}', '![', '[a]: ', ' '],
]
const WORDS = [
  ...[
    'word',
    'x=y',
    '<script>alert(1)</script>',
    '<img src=x onerror=y>',
    '<a href="x">',
    '&lt;b&gt;',
    'Bcc: a@b.example',
  ],
  ...[
    'https://e.example/a?b="c',
    'https://workshops.example//e.example',
    'https://workshops.example/\\e',
    'www.e.example',
  ],
  ...['javascript:alert(1)', 'mailto:a@b.example', 'data:text/html,x', '{{event.name}}', '{{event.page}}'],
  ...['{{event.registration}}', '{{recipient.name}}', '[a]({{event.page}})', '[a](<https://e.example/" onclick="x>)'],
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...SIGNS), fc.constantFrom(...WORDS), fc.string({ maxLength: 5, unit: 'binary' })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

const eventOf = (value: string): MailEvent => ({
  ...{ id: '1f0e4a5c-0000-4000-8000-000000000001', eventSlug: 'tulsa-2027', eventDate: '2027-01-21' },
  ...{ eventTimeStart: '08:30:00', eventTimeEnd: '15:45:00', eventTimezone: 'America/Chicago', roomSlug: 'tulsa-2027' },
  contact: { name: value, email: value, phone: null },
  ...{ eventName: value, venueName: value, venueAddress: value, city: value, state: null, team: [value] },
  ...{
    announcementText: value,
    registrationUrl: value,
    earlyBirdPrice: 395,
    earlyBirdDeadline: null,
    standardPrice: 495,
  },
})

test('whatever an editor writes, and whatever the values are, a mail has our tags alone, and a subject of one line (MR1)', () => {
  fc.assert(
    fc.property(text, text, text, (subject, body, value) => {
      findTextFaults({ anchor: 'event-start', audience: 'event-team', subject, body })
      if (findBodyFault(body) !== undefined) return
      const mail = renderRuleMail(site, {
        definition: { audience: 'room-followers', subject, body },
        ...{ event: eventOf(value), recipient: { name: value, vendorName: value }, task: null, order: null },
        unsubscribeToken: 'T0ken',
      })
      expect(mail.html.replace(TAGS, '')).not.toMatch(/[<>]/)
      for (const [, href = ''] of mail.html.matchAll(/ href="([^"]*)"/g))
        expect(URL.canParse(href.replaceAll('&amp;', '&'))).toBe(true)
      expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    }),
    { numRuns: 1_000 },
  )
})

test('a text that would take long to read is refused, as is every other one that cannot be sent: nothing else is thrown', () => {
  const values = {} as Parameters<typeof readMailBody>[1]
  for (const signs of ['-|', '|-\n', '|a|\n|-|\n', '[', '> - ', '*a ', '![a](', '{{', 'www.a.']) {
    const body = signs.repeat(BODY_MAX / signs.length)
    const fault = findBodyFault(body)
    if (fault === undefined) expect(readMailBody(body, values, site.siteUrl)).toBeInstanceOf(Array)
    else expect(fault).toMatch(/^(This text has more formatting|A link can lead)/)
  }
  expect(() => readMailBody('[['.repeat(2_000), values, site.siteUrl)).toThrow(Failure)
})
