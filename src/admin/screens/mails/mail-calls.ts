import { queryOptions } from '@tanstack/react-query'
import type { MailCounts, MailLine, MailRecipient, MailState } from '#src/contract/mail.ts'
import type { Page } from '#src/contract/page.ts'
import { api, ask } from '../../api.ts'

export const fetchMails = (state: MailState, cursor: { cursor?: string }): Promise<Page<MailLine>> =>
  ask(() => api.mails.$get({ query: { state, ...cursor } }))

/** How many messages each state has. */
export const mailCountsQuery = queryOptions<MailCounts>({
  queryKey: ['mail-counts'],
  queryFn: async () => (await ask(() => api.mails.$get({ query: { limit: '1' } }))).counts,
  staleTime: 0,
})

export const retryMail = (id: string): Promise<{ item: MailLine }> =>
  ask(() => api.mails[':id'].retry.$post({ param: { id } }))

export const retryMails = (ids: string[]) => ask(() => api.mails.retry.$post({ json: { ids } }))

/** Whom exactly a message is to. The audit log records who asked. */
export const revealRecipient = (id: string): Promise<MailRecipient> =>
  ask(() => api.mails[':id'].recipient.$post({ param: { id } }))

/** What is out of date once a message is retried. */
export const STALE_MAILS = [['mails'], mailCountsQuery.queryKey, ['dashboard']] as const
