import { expect, test } from 'vitest'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { findOverrides } from '../event-emails/event-rule-calls.ts'
import { BLANK, readRule, ruleResolver, toField, toValues } from './rule-values.ts'
import { audiencesOf, groupOf, timesOf } from './rule-words.ts'

const definition: MailRuleDefinition = {
  anchor: 'event-start',
  timing: { kind: 'day', days: -7, at: '09:00' },
  audience: 'event-team',
  conditions: ['has-venue'],
  lateHours: 12,
  weekend: 'send',
  subject: 'In a week',
  body: 'See you at {{event.venue}}.',
}

test.each([
  { kind: 'at-once' },
  { kind: 'day', days: -7, at: '09:00' },
  { kind: 'day', days: 0, at: '06:30' },
  { kind: 'day', days: 90, at: '23:59' },
] as const)('a form that nobody changed describes the rule it was filled from: %o', (timing) => {
  const rule = { title: 'Briefing', definition: { ...definition, timing } }
  expect(readRule(toValues(rule))).toEqual(rule)
})

test('an error is at the field that shows it, and a rule with one is no rule', async () => {
  const values = { ...BLANK, title: '', days: 200, subject: 'Soon', body: 'About {{event.nmae}}' }
  expect(readRule(values)).toBeUndefined()
  const { errors } = await ruleResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  expect(Object.keys(errors).toSorted()).toEqual(['body', 'days', 'title'])
  expect(errors).toMatchObject({ body: { message: '{{event.nmae}} is not a placeholder' } })
  expect(toField(['overrides', 'timing', 'at'])).toBe('at')
})

test('an event differs only in the fields that have another value', () => {
  const own = { ...definition, timing: { kind: 'day', days: -6, at: '09:00' }, conditions: ['has-venue'] } as const
  expect(findOverrides(definition, { ...own, conditions: [...own.conditions] })).toEqual({ timing: own.timing })
})

test('a rule is listed by its time, and goes only to those that its anchor allows', () => {
  const at = (anchor: MailRuleDefinition['anchor'], days: number) =>
    groupOf({ definition: { anchor, timing: { kind: 'day', days, at: '09:00' } } })
  expect([at('event-start', -1), at('event-end', 0), at('event-end', 1), at('approval', 1), at('po-due', -3)]).toEqual([
    'Before the event',
    'On the day',
    'After the event',
    'Accounts',
    'Orders',
  ])
  expect(audiencesOf('sign-up')).toEqual(['member'])
  expect(audiencesOf('invoice-due')).toEqual(['buyers'])
  expect(audiencesOf('event-end')).not.toContain('member')
  expect(audiencesOf('event-end')).not.toContain('buyers')
  expect([timesOf('sign-up').includes('before'), timesOf('po-due').includes('after')]).toEqual([false, false])
})
