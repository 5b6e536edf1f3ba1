import { describe, expect, test } from 'vitest'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { anOutcome, aWeek } from '#tests/support/figures-fixture.ts'
import { FIGURE_RULES } from './figure-rules.ts'
import type { FigureFacts } from './figure-values.ts'
import { type MailFacts, renderRuleMail } from './render-rule-mail.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }
const NOTHING = { views: 0, peak: 0, visits: 0, agenda: 0, letter: 0, register: 0 }
const facts: MailFacts = { event: null, recipient: { name: null, vendorName: null }, task: null, order: null }

function render(figures: FigureFacts, given: Partial<MailRuleDefinition> = {}) {
  const rule = FIGURE_RULES['week' in figures ? 0 : 1]
  if (!rule) throw new Error('There is no such rule.')
  const definition = { ...rule.definition, ...given }
  return renderRuleMail(site, { ...facts, figures, definition, unsubscribeToken: null })
}
/** The text between the greeting and the footer. */
const textOf = (figures: FigureFacts, body?: string) =>
  render(figures, body === undefined ? {} : { body })
    .text.replace('Hello,\n\n', '')
    .replace(/\n*You receive[\s\S]*$/, '')

describe('a list of figures', () => {
  test('is a list where it is alone, and one sentence elsewhere', () => {
    expect(textOf({ week: aWeek }, '{{week.sources}}')).toBe(
      '- plantnews.example: 80 visits\n- Direct, or not known: 1 visit',
    )
    expect(textOf({ week: aWeek }, 'From {{week.sources}}.')).toBe(
      'From plantnews.example: 80 visits; Direct, or not known: 1 visit.',
    )
    expect(render({ week: aWeek }, { subject: 'S {{week.sources}}' }).subject).toBe(
      'S plantnews.example: 80 visits; Direct, or not known: 1 visit',
    )
  })

  test('is left out with the heading above it if it is empty', () => {
    const body = '## From\n\n{{week.sources}}\n\n## Pages\n\n{{week.pages}}\n\n## And\n\n### More\n\nBye'
    expect(textOf({ week: { ...aWeek, sources: [] } }, body)).toBe(
      '* Pages\n\n- Home page: 1,200 views\n\n* And\n\n* More\n\nBye',
    )
  })

  test('has one line for each entry, whatever its name is', () => {
    const name = '<b>x</b>\n- y\u202e [a](https://e.example)'
    const week = { ...aWeek, events: [{ name, days: 1, presses: 1, inWeek: 0 }] }
    const { html, text } = render({ week }, { body: '{{week.events}}' })
    expect(text).toContain(
      '- <b>x</b> - y [a](https://e.example), in 1 day: registration pressed 1 time so far, 0 of them in this week\n',
    )
    expect(html.match(/<li>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<b>|href="https:\/\/e/)
  })
})

describe('the mail of a week', () => {
  test('says in one sentence if there were no visits', () => {
    const week = { ...aWeek, now: { visitors: 0, visits: 0, views: 0 } }
    expect(textOf({ week })).toBe(
      `These are the figures of Uptime Workshops for the week of Jan 4 to Jan 10, 2027.

No visits were counted in this week.

Open the analytics:
https://workshops.example/admin/analytics`,
    )
  })

  test('says up to when it goes, and compares with nothing where nothing was counted', () => {
    const week = { ...aWeek, upTo: Date.parse('2027-01-10T02:05Z'), isWhole: false, before: null }
    const body = 'Up to {{week.upTo}}\n\n{{week.visitors}}\n\n{{week.visits}}'
    expect(textOf({ week }, body)).toBe('Up to Jan 9, 2027, 8:05 PM CST\n\n8.3 on average\n\n312')
    expect(textOf({ week: { ...week, upTo: null } }, body)).toBe('8.3 on average\n\n312')
  })
})

describe('how an event went', () => {
  test('says in one sentence if there were no visits', () => {
    const outcome = { ...anOutcome, own: NOTHING, peakDay: null }
    expect(textOf({ outcome })).toBe(
      'No visits of the event page were counted.\n\nOpen the analytics:\nhttps://workshops.example/admin/analytics',
    )
  })

  test('compares with nothing where there is no earlier event', () => {
    const text = textOf({ outcome: { ...anOutcome, earlier: null } })
    expect(text).toContain('- Page views: 705\n')
    expect(text).not.toMatch(/average/)
  })
})
