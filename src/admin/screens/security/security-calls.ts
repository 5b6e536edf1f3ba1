import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BanRule, BanTrial, SecurityOverview } from '#src/contract/security-overview.ts'
import { api, ask } from '../../api.ts'

/** What an administrator knows of the site's security. Fetched when the screen is opened and when somebody asks for it. */
export const securityQuery = queryOptions<SecurityOverview>({
  queryKey: ['security'],
  queryFn: () => ask(() => api.security.$get()),
  staleTime: 0,
})

/** What a rule would have done to the attempts of the last week; parts that are left out are those in force. */
export const banTrialQuery = (rule: { [Part in keyof BanRule]?: string | undefined }) =>
  queryOptions<BanTrial>({
    queryKey: ['ban-trial', rule],
    queryFn: () => ask(() => api.security['ban-rule'].$get({ query: rule })),
    placeholderData: keepPreviousData,
  })

export const endSession = (handle: string) => ask(() => api.security.sessions[':handle'].$delete({ param: { handle } }))

export const endSessionsOf = (id: string) => ask(() => api.security.people[':id'].sessions.$delete({ param: { id } }))
