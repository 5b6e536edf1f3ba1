import { queryOptions } from '@tanstack/react-query'
import type { MailRuleDefinition, MailRuleOverrides } from '#src/contract/mail-rule.ts'
import { isSame } from '#src/contract/versioned.ts'
import type { EventMailRule, EventMailRuleChange } from '#src/contract/workflows.ts'
import { api, ask } from '../../api.ts'

const routes = api.events[':id']['mail-rules']

/** Every workflow as it holds for one event. */
export const eventRulesQuery = (id: string) =>
  queryOptions<{ items: EventMailRule[] }>({
    queryKey: ['event-mail-rules', id],
    queryFn: () => ask(() => routes.$get({ param: { id } })),
    staleTime: 0,
  })

export const saveEventRule = (id: string, json: EventMailRuleChange): Promise<EventMailRule> =>
  ask(() => routes.$put({ param: { id }, json }))

/** Sends the mails of a rule whose time had passed, and resolves with how many there were. */
export const sendMissed = (id: string, ruleId: string): Promise<{ sent: number }> =>
  ask(() => routes['send-now'].$post({ param: { id }, json: { ruleId } }))

/** The fields in which an event differs from the rule, with its own values. */
export function findOverrides(standard: MailRuleDefinition, own: MailRuleDefinition): MailRuleOverrides {
  const { timing, conditions, lateHours, weekend, subject, body } = own
  const fields = Object.entries({ timing, conditions, lateHours, weekend, subject, body })
  return Object.fromEntries(fields.filter(([field, value]) => !isSame(value, Reflect.get(standard, field))))
}
