import { queryOptions } from '@tanstack/react-query'
import type { MailCounts, MailLine, MailState } from '#src/contract/mail.ts'
import type { Page } from '#src/contract/page.ts'
import { api, ask } from '../../api.ts'

export const fetchMails = (state: MailState, cursor: { cursor?: string }): Promise<Page<MailLine>> =>
  ask(() => api.mails.$get({ query: { state, ...cursor } }))

/** How many messages stand in each state. */
export const countsQuery = queryOptions<MailCounts>({
  queryKey: ['mail-counts'],
  queryFn: async () => (await ask(() => api.mails.$get({ query: { limit: '1' } }))).counts,
  staleTime: 0,
})

export const retryMail = (id: string): Promise<{ item: MailLine }> =>
  ask(() => api.mails[':id'].retry.$post({ param: { id } }))
