import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTextFaults } from '#src/contract/mail-placeholder.ts'
import { mailRuleDefinition } from '#src/contract/mail-rule.ts'
import { anOutcome, aWeek } from '#tests/support/figures-fixture.ts'
import { findBodyFault } from './mail-body.ts'
import {
  findEmptyPlaceholders,
  type MailEvent,
  type MailFacts,
  mayUnsubscribe,
  renderRuleMail,
} from './render-rule-mail.ts'
import { STARTER_RULES } from './starter-rules.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }

const event: MailEvent = {
  id: '1f0e4a5c-0000-4000-8000-000000000001',
  eventSlug: 'tulsa-2027',
  eventName: 'Reliability Workshop Tulsa',
  eventDate: '2027-01-21',
  eventTimeStart: '08:30:00',
  eventTimeEnd: '15:45:00',
  eventTimezone: 'America/Chicago',
  venueName: 'River Spirit Center',
  venueAddress: '8330 Riverside Parkway',
  city: 'Tulsa',
  state: 'Oklahoma',
  announcementText: 'Parking is free in garage B. Enter from 81st Street.',
  registrationUrl: 'https://register.example/tulsa',
  earlyBirdPrice: 395,
  earlyBirdDeadline: '2027-01-07',
  standardPrice: 495,
  roomSlug: 'tulsa-2027',
  team: ['Maria Ortiz', 'Sam Reed'],
  contact: { name: 'Maria Ortiz', email: 'maria@plant.example', phone: '918 555 0100' },
}
const facts: MailFacts = { event, recipient: { name: 'Dana Cole', vendorName: 'Gauge & Co' }, task: null, order: null }
const logo = { title: 'Send the logo', dueDay: '2027-01-14' }
const aTask = {
  ...logo,
  open: [logo, { title: 'Name the speakers', dueDay: '2027-01-18' }],
  path: '/vendor-portal',
}
const plain = { audience: 'event-team', subject: 'About {{event.name}}' } as const

const render = (body: string, given: Partial<MailFacts> = {}, subject: string = plain.subject) =>
  renderRuleMail(site, { ...facts, ...given, definition: { ...plain, subject, body }, unsubscribeToken: null })
/** The text between the greeting and the footer. */
const textOf = (body: string, given: Partial<MailFacts> = {}) =>
  render(body, given)
    .text.replace('Hello Dana Cole,\n\n', '')
    .replace(/\n*You receive[\s\S]*$/, '')
const htmlOf = (body: string, given: Partial<MailFacts> = {}) => render(body, given).html

describe('what an editor wrote', () => {
  test('becomes paragraphs, headings, lists, quotations and links, in text and in HTML', () => {
    const body =
      '## Day\n\nA **bold** and *soft* [word](https://other.example/a?b=1&c=2).\n\n- one\n- two\n  1. inner\n\n> said'
    expect(textOf(body)).toBe(
      '* Day\n\nA bold and soft word (https://other.example/a?b=1&c=2).\n\n- one\n- two\n  1. inner\n\n> said',
    )
    const html = htmlOf(body)
    expect(html).toContain('<strong>bold</strong> and <em>soft</em>')
    expect(html).toContain('<a href="https://other.example/a?b=1&amp;c=2" style="color:#1b211f">word</a>')
    expect(html).toMatch(/<ul[^>]*>\n<li>one<\/li>\n<li>two\n<ol[^>]*>\n<li>inner<\/li>\n<\/ol><\/li>\n<\/ul>/)
  })

  test('HTML, scripts and tables stay text', () => {
    const html = htmlOf(
      '<script>alert(1)</script>\n\n<b onclick="x">b</b> [x](javascript:alert)\n\n| a | b |\n| - | - |\n| c | d |',
    )
    expect(html).not.toMatch(/<script|<b |<table|href="javascript/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('c | d')
  })

  test('a link that is alone becomes a button if it leads to our own site', () => {
    expect(textOf('{{event.page}}')).toBe('View the event:\nhttps://workshops.example/event/tulsa-2027')
    expect(htmlOf('[See it]({{event.page}})')).toMatch(/display:inline-block[^>]*>See it<\/a>/)
    expect(htmlOf('{{event.registration}}')).toContain(
      '<a href="https://register.example/tulsa" style="color:#1b211f">Register</a>',
    )
    expect(textOf('See {{event.page}}')).toBe('See https://workshops.example/event/tulsa-2027')
    expect(htmlOf('See {{event.page}}')).toContain(
      '<a href="https://workshops.example/event/tulsa-2027" style="color:#1b211f">',
    )
  })

  test('a link to anything but an address is a fault, as is more formatting than one mail can hold', () => {
    for (const good of [
      '[a](https://x.example)',
      '[a](mailto:team@x.example)',
      '[a]({{event.page}})',
      'https://x.example',
    ])
      expect(findBodyFault(good)).toBeUndefined()
    for (const bad of [
      ...['[a](javascript:alert)', '[a](/path)', '[a]({{event.name}})', '[a](https://x.example/{{event.name}})'],
      ...['[a](mailto:a@x.example?bcc=b@x.example)', 'www.{{event.name}}.example', '[a][b]\n\n[b]: data:x'],
    ])
      expect(findBodyFault(bad)).toMatch(/^A link can lead/)
    expect(findBodyFault('[['.repeat(2_000))).toBe('This text has more formatting than one email can hold.')
  })
})

describe('placeholders', () => {
  const bare = { ...facts, event: { ...event, venueName: null, team: [], announcementText: ' ', contact: null } }

  test('a paragraph or list item with an empty one is left out, and the empty ones are listed', () => {
    const body =
      '- Venue: {{event.venue}}\n- Day: {{event.date}}\n\nWith {{event.team}}.\n\n> {{event.announcement}}\n\nAsk {{event.contact}}.\n\nBye'
    expect(textOf(body, bare)).toBe('- Day: Thursday, January 21, 2027\n\nBye')
    expect(findEmptyPlaceholders(site, { subject: '', body }, bare)).toEqual([
      ...['event.venue', 'event.team', 'event.contact', 'event.announcement'],
    ])
    expect(findEmptyPlaceholders(site, { subject: '', body }, facts)).toEqual([])
    expect(textOf('{{event.contact}}')).toBe('Maria Ortiz, maria@plant.example, 918 555 0100')
    expect(render('x', bare, 'At {{event.venue}} today').subject).toBe('At today')
  })

  test('a registration address that is no web address is empty', () => {
    const hostile = { event: { ...event, registrationUrl: 'javascript:alert(1)' } }
    expect(textOf('Now: {{event.registration}}\n\n[go]({{event.registration}})', hostile)).toBe('')
  })

  test('values never become markup, add a line or leave the place that the editor gave them', () => {
    const body =
      '# {{event.name}}\n\nA **{{vendor.name}}** [{{task.title}}]({{event.page}}) {{event.venue}}\n\n- {{event.address}}\n\n> {{event.announcement}}\n\n`{{event.city}}` {{event.contact}}'
    const subject = '{{event.name}} {{task.title}} {{vendor.name}}'
    const signs = [
      '<',
      '>',
      '&',
      '"',
      "'",
      '[',
      ']',
      '(',
      ')',
      '*',
      '_',
      '`',
      '#',
      '\n',
      '\r\n',
      '\u2028',
      '\u202e',
      '{{',
      '}}',
    ]
    const words = [
      'a',
      'x',
      ' ',
      '- ',
      '> ',
      '1. ',
      'http://e.example',
      'Bcc: a@b.example',
      '<img src=x onerror=y>',
      '{{event.page}}',
    ]
    const value = fc.array(fc.constantFrom(...signs, ...words), { maxLength: 12 }).map((parts) => `v${parts.join('')}`)
    const tags = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => !tag.startsWith('<title'))
    const fill = (one: string) => ({
      event: {
        ...event,
        eventName: one,
        venueName: one,
        venueAddress: one,
        announcementText: one,
        contact: { name: one, email: one, phone: null },
        city: one,
        state: null,
      },
      recipient: { name: one, vendorName: one },
      task: { title: one, dueDay: '2027-01-14', open: [{ title: one, dueDay: '2027-01-14' }], path: '/vendor-portal' },
    })
    const usual = render(body, fill('v'), subject)
    fc.assert(
      fc.property(value, (one) => {
        const mail = render(body, fill(one), subject)
        expect(tags(mail.html)).toEqual(tags(usual.html))
        expect(mail.text.split('\n').length).toBe(usual.text.split('\n').length)
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
      }),
      { numRuns: 300 },
    )
  })
})

describe('every built-in mail', () => {
  test.each(STARTER_RULES)('$key has no fault', ({ definition }) => {
    expect(mailRuleDefinition.parse(definition)).toEqual(definition)
    expect(findTextFaults(definition)).toEqual([])
    expect(findBodyFault(definition.body)).toBeUndefined()
    expect(definition.body).not.toMatch(/!/)
  })

  test.each(STARTER_RULES)(
    '$key is written as the pages of tests/mail-rules/letters show',
    async ({ key, definition }) => {
      const unsubscribeToken = mayUnsubscribe(definition.audience) ? 'T0ken' : null
      const task = definition.anchor === 'task-due' ? aTask : null
      const isWeekly = definition.anchor === 'week'
      const figures = isWeekly ? { week: aWeek } : { outcome: anOutcome }
      const about = isWeekly ? { ...facts, event: null } : facts
      const mail = renderRuleMail(site, { ...about, figures, task, definition, unsubscribeToken })
      const path = `../../../tests/mail-rules/letters/${key}`
      await expect(`Subject: ${mail.subject}\n\n${mail.text}`).toMatchFileSnapshot(`${path}.txt`)
      await expect(mail.html).toMatchFileSnapshot(`${path}.html`)
      expect(mail.unsubscribeUrl !== undefined).toBe(unsubscribeToken !== null)
    },
  )
})
