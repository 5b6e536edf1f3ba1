import { queryOptions } from '@tanstack/react-query'
import type { MailRuleDefinition, RuleState } from '#src/contract/mail-rule.ts'
import type { DryRun, MailPreview } from '#src/contract/workflow-trial.ts'
import type {
  MailPolicyChange,
  MailRuleAnswer,
  MailRuleChange,
  MailRuleList,
  MailRulePreviewInput,
  NewMailRule,
  SavedMailPolicy,
} from '#src/contract/workflows.ts'
import { api, ask, contentApi } from '../../api.ts'

/** What a change of a rule makes stale. */
export const STALE_RULES = [['mail-rules'], ['event-mail-rules'], ['timeline']] as const

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

/** A mail as a recipient would get it. It is asked again only for another definition. */
export const previewQuery = (input: MailRulePreviewInput) =>
  queryOptions<MailPreview>({
    queryKey: ['mail-preview', input],
    queryFn: () => ask(() => routes.preview.$post({ json: input })),
  })

export const sendTest = (json: MailRulePreviewInput): Promise<{ sentTo: string }> =>
  ask(() => routes.test.$post({ json }))

/** What a rule would do now, with the definition in the form or the saved one. Nothing is written. */
export const dryRun = (id: string, definition: MailRuleDefinition | null): Promise<DryRun> =>
  ask(() => one['dry-run'].$post({ param: { id }, json: { definition } }))

/** The coming events, soonest first, and then the latest past ones: what a mail can be previewed for. */
export const eventChoicesQuery = queryOptions({
  queryKey: ['events', 'preview-choices'],
  queryFn: async () => {
    const [coming, past] = await Promise.all(
      (['upcoming', 'past'] as const).map((when) => ask(() => contentApi.events.$get({ query: { q: '', when } }))),
    )
    return [...(coming?.items ?? []), ...(past?.items ?? [])]
  },
})
