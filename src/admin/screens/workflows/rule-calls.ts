import { queryOptions } from '@tanstack/react-query'
import type { RuleState } from '#src/contract/mail-rule.ts'
import type {
  MailPolicyChange,
  MailRuleAnswer,
  MailRuleChange,
  MailRuleList,
  NewMailRule,
  SavedMailPolicy,
} from '#src/contract/workflows.ts'
import { api, ask } from '../../api.ts'

/** What a change of a rule makes stale. */
export const STALE_RULES = [['mail-rules'], ['event-mail-rules'], ['event-timeline']] as const

const routes = api['mail-rules']
const one = routes[':id']

export const rulesQuery = queryOptions<MailRuleList>({
  queryKey: ['mail-rules'],
  queryFn: () => ask(() => routes.$get()),
  staleTime: 0,
})

/** One rule for its form, which keeps what it began with. */
export const ruleQuery = (id: string) =>
  queryOptions<MailRuleAnswer>({
    queryKey: ['mail-rules', id],
    queryFn: () => ask(() => one.$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })

/** A rule with the version that a change is made from. */
export type Rule = { id: string; version: number }

export const addRule = (json: NewMailRule): Promise<MailRuleAnswer> => ask(() => routes.$post({ json }))

export const changeRule = (id: string, json: MailRuleChange): Promise<MailRuleAnswer> =>
  ask(() => one.$patch({ param: { id }, json }))

export const setRuleState = ({ id, version }: Rule, state: RuleState): Promise<MailRuleAnswer> =>
  ask(() => one.state.$post({ param: { id }, json: { version, state } }))

export const revertRule = ({ id, version }: Rule, number: number): Promise<MailRuleAnswer> =>
  ask(() => one.revert.$post({ param: { id }, json: { version, number } }))

export const deleteRule = ({ id, version }: Rule) =>
  ask(() => one.$delete({ param: { id }, query: { version: String(version) } }))

export const savePolicy = (json: MailPolicyChange): Promise<SavedMailPolicy> => ask(() => routes.policy.$put({ json }))
