import { describe, expect, test } from 'vitest'
import type { MailRuleDefinition } from './mail-rule.ts'
import { compareRules, describeTiming, newMailRule } from './workflows.ts'

const definition: MailRuleDefinition = {
  anchor: 'event-start',
  timing: { kind: 'day', days: -7, at: '09:00' },
  audience: 'event-team',
  conditions: [],
  lateHours: 12,
  weekend: 'send',
  subject: 'One week until {{event.name}}',
  body: 'See {{event.page}}.',
}

test('a rule with a fault is refused at the field that has it', () => {
  const rule = { id: crypto.randomUUID(), title: 'Briefing', definition: { ...definition, subject: '{{x}}' } }
  expect(newMailRule.safeParse(rule).error?.issues).toMatchObject([
    { path: ['definition', 'subject'], message: '{{x}} is not a placeholder' },
  ])
  expect(newMailRule.safeParse({ ...rule, definition }).success).toBe(true)
})

test('a rule of every week goes to those who want figures, within the week', () => {
  const faultsOf = (given: Partial<MailRuleDefinition>) => {
    const week = { ...definition, anchor: 'week', audience: 'figure-readers', subject: 'S', body: '{{week.visits}}' }
    const rule = { id: crypto.randomUUID(), title: 'Figures', definition: { ...week, ...given } }
    return newMailRule.safeParse(rule).error?.issues.map(({ message }) => message) ?? []
  }
  const day = (days: number) => ({ kind: 'day' as const, days, at: '07:00' })
  const within = 'Mails of every week are sent 0 to 6 days after Monday'
  expect([faultsOf({ timing: day(6) }), faultsOf({ timing: { kind: 'at-once' } })]).toEqual([[], []])
  expect([faultsOf({ timing: day(-1) }), faultsOf({ timing: day(7) })]).toEqual([[within], [within]])
  for (const audience of ['administrators', 'member'] as const)
    expect(faultsOf({ timing: day(0), audience }), audience).not.toEqual([])
  expect(faultsOf({ timing: day(0), body: '{{outcome.views}} {{event.name}} {{figures.page}}' })).toHaveLength(2)
  const about = { anchor: 'event-end', timing: day(2) } as const
  expect(faultsOf({ ...about, body: '{{outcome.views}} {{event.name}}' })).toEqual([])
  expect(faultsOf({ ...about, audience: 'event-team', body: '{{outcome.views}} {{week.visits}}' })).toHaveLength(2)
})

describe('times', () => {
  const at = (anchor: MailRuleDefinition['anchor'], timing: MailRuleDefinition['timing']) => ({ anchor, timing })

  test.each([
    ['7 days before the start of the event, at 9:00 AM', at('event-start', { kind: 'day', days: -7, at: '09:00' })],
    ['1 day after the end of the event, at 2:05 PM', at('event-end', { kind: 'day', days: 1, at: '14:05' })],
    ['On the day of the start of the event, at 6:00 AM', at('event-start', { kind: 'day', days: 0, at: '06:00' })],
    ['On the due day of a task, at 8:00 AM', at('task-due', { kind: 'day', days: 0, at: '08:00' })],
    ['3 days before the last day for a PO number, at 9:00 AM', at('po-due', { kind: 'day', days: -3, at: '09:00' })],
    ['On the due day of an invoice, at 9:00 AM', at('invoice-due', { kind: 'day', days: 0, at: '09:00' })],
    ['Right after the sign-up', at('sign-up', { kind: 'at-once' })],
    ['Every Monday, at 7:00 AM', at('week', { kind: 'day', days: 0, at: '07:00' })],
    ['Every Sunday, at 9:00 PM', at('week', { kind: 'day', days: 6, at: '21:00' })],
    ['Every Monday, right after the start of the week', at('week', { kind: 'at-once' })],
  ])('%s', (sentence, rule) => {
    expect(describeTiming(rule)).toBe(sentence)
  })

  test('rules are sorted by their time before and after the day', () => {
    const rules = [
      ['thanks', at('event-end', { kind: 'day', days: 1, at: '09:00' })],
      ['evening', at('event-start', { kind: 'day', days: -1, at: '18:00' })],
      ['begin', at('event-start', { kind: 'at-once' })],
      ['morning', at('event-start', { kind: 'day', days: -1, at: '09:00' })],
      ['price', at('early-bird-end', { kind: 'day', days: -3, at: '09:00' })],
      ['overdue', at('invoice-due', { kind: 'day', days: 1, at: '09:00' })],
      ['welcome', at('sign-up', { kind: 'at-once' })],
      ['also welcome', at('sign-up', { kind: 'at-once' })],
      ['briefing', at('event-start', { kind: 'day', days: -14, at: '09:00' })],
    ] as const
    const sorted = rules.map(([title, definition]) => ({ title, definition })).sort(compareRules)
    expect(sorted.map(({ title }) => title)).toEqual([
      ...['also welcome', 'welcome', 'price', 'briefing', 'morning', 'evening', 'begin', 'thanks', 'overdue'],
    ])
  })
})
