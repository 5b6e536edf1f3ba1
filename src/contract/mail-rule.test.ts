import { describe, expect, test } from 'vitest'
import { type MailRuleDefinition, mailRuleDefinition, mailRuleOverrides } from './mail-rule.ts'

const rule: MailRuleDefinition = {
  anchor: 'event-start',
  timing: { kind: 'day', days: -1, at: '09:00' },
  audience: 'event-team',
  conditions: [],
  lateHours: 12,
  weekend: 'send',
  subject: 'Tomorrow: {{event.name}}',
  body: 'See you tomorrow.',
}
const isValid = (change: Partial<MailRuleDefinition>) => mailRuleDefinition.safeParse({ ...rule, ...change }).success

describe('the definition of a rule', () => {
  test('is refused with a time that no clock shows, or too far from the event', () => {
    expect(isValid({})).toBe(true)
    expect(isValid({ timing: { kind: 'at-once' } })).toBe(true)
    expect(isValid({ timing: { kind: 'day', days: -91, at: '09:00' } })).toBe(false)
    expect(isValid({ timing: { kind: 'day', days: 1.5, at: '09:00' } })).toBe(false)
    expect(isValid({ timing: { kind: 'day', days: 1, at: '24:00' } })).toBe(false)
  })

  test('mails about an account go to its member alone, and those about a task to the people with open tasks', () => {
    expect(isValid({ anchor: 'sign-up', audience: 'member' })).toBe(true)
    expect(isValid({ anchor: 'approval', audience: 'administrators' })).toBe(false)
    expect(isValid({ audience: 'member' })).toBe(false)
    expect(isValid({ anchor: 'task-due', audience: 'open-tasks' })).toBe(true)
    expect(isValid({ anchor: 'task-due', audience: 'event-team' })).toBe(false)
  })

  test('mails about an order go to its buyer alone', () => {
    for (const anchor of ['po-due', 'invoice-due'] as const) {
      expect(isValid({ anchor, audience: 'buyers' })).toBe(true)
      for (const audience of ['member', 'administrators', 'event-team'] as const)
        expect(isValid({ anchor, audience })).toBe(false)
    }
    expect(isValid({ audience: 'buyers' })).toBe(false)
  })

  test('an event changes times and texts, but neither anchor nor audience', () => {
    expect(mailRuleOverrides.safeParse({ subject: 'Soon', lateHours: 2 }).success).toBe(true)
    expect(mailRuleOverrides.safeParse({ audience: 'reporters' }).success).toBe(false)
  })
})
