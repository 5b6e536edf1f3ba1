import { describe, expect, test } from 'vitest'
import { BAD_BRACES, findTextFaults, listPlaceholders } from './mail-placeholder.ts'
import type { MailRuleDefinition } from './mail-rule.ts'

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

const messages = (texts: Partial<MailRuleDefinition>) =>
  findTextFaults({ ...definition, ...texts }).map(({ message }) => message)

describe('placeholders', () => {
  test('known ones that the rule can fill are no fault', () => {
    expect(messages({})).toEqual([])
    expect(messages({ body: 'A {single} brace, and a JSON {"a": {"b": 1} }' })).toEqual([])
  })

  test('an unknown one is named, and one with spaces is shown as it has to be written', () => {
    expect(messages({ subject: '{{event.nam}}', body: '{{ event.name }} {{constructor}}' })).toEqual([
      '{{event.nam}} is not a placeholder',
      'Write {{event.name}} without spaces',
      '{{constructor}} is not a placeholder',
    ])
  })

  test.each(['{{event.name}', '{event.name}}', '{{{event.name}}}', '{{', 'a }} b'])(
    'braces without a name are refused: %s',
    (body) => {
      expect(messages({ body })).toContain(BAD_BRACES)
    },
  )

  test('one that the anchor or the audience cannot fill is refused', () => {
    expect(messages({ body: '{{vendor.name}}' })).toEqual([
      '{{vendor.name}} works only in mails to vendor contacts or to people with open tasks',
    ])
    expect(messages({ body: '{{task.title}}' })).toEqual([
      '{{task.title}} works only in mails about the due day of a task',
    ])
    expect(messages({ anchor: 'sign-up', audience: 'member', subject: 'Welcome', body: '{{event.name}}' })).toEqual([
      '{{event.name}} works only in mails about an event',
    ])
    expect(listPlaceholders('sign-up', 'member')).toEqual(['feedback.page', 'recipient.name', 'site.name', 'site.page'])
  })

  test('a mail about an order has what the order is, and no name that its buyer typed', () => {
    const order = { anchor: 'invoice-due', audience: 'buyers' } as const
    expect(messages({ ...order, subject: 'Hello', body: '{{recipient.name}} {{event.name}}' })).toEqual([
      '{{recipient.name}} does not work in mails about an order, whose buyer typed the name',
      '{{event.name}} works only in mails about an event',
    ])
    expect(messages({ body: '{{order.number}}' })).toEqual(['{{order.number}} works only in mails about an order'])
    expect(listPlaceholders('invoice-due', 'buyers')).toEqual([
      ...['feedback.page', 'order.number', 'order.total', 'order.due', 'order.page', 'site.name', 'site.page'],
    ])
  })
})
