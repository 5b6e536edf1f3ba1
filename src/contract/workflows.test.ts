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
