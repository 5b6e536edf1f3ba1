import { queryOptions } from '@tanstack/react-query'
import type {
  MailCounts,
  MailDetail,
  MailLine,
  MailOverview,
  MailRecipient,
  MailState,
  PlannedMail,
} from '#src/contract/mail.ts'
import type { DnsRecords, MailRoundTrip } from '#src/contract/mail-round-trip.ts'
import type { Page } from '#src/contract/page.ts'
import type { Suppression, SuppressionInput } from '#src/contract/suppression.ts'
import { api, ask } from '../../api.ts'

type MailFilter = { state: MailState | undefined; recipient: string | undefined }

export const fetchMails = ({ state, recipient: q }: MailFilter, cursor: { cursor?: string }): Promise<Page<MailLine>> =>
  ask(() => api.mails.$get({ query: { ...(state && { state }), ...(q && { q }), ...cursor } }))

/** The mails of workflows to an address that are no message. */
export const plannedMailsQuery = (q: string) =>
  queryOptions<PlannedMail[]>({
    queryKey: ['mails', 'planned', q],
    queryFn: async () => (await ask(() => api.mails.planned.$get({ query: { q } }))).items,
    staleTime: 0,
  })

/** How delivery goes. */
export const mailOverviewQuery = queryOptions<MailOverview>({
  queryKey: ['mails', 'overview'],
  queryFn: () => ask(() => api.mails.overview.$get()),
  staleTime: 0,
})

/** One message with its explanation. */
export const mailQuery = (id: string) =>
  queryOptions<MailDetail>({
    queryKey: ['mails', 'message', id],
    queryFn: () => ask(() => api.mails[':id'].$get({ param: { id } })),
    staleTime: 0,
  })

/** How many messages each state has. */
export const mailCountsQuery = queryOptions<MailCounts>({
  queryKey: ['mails', 'counts'],
  queryFn: async () => (await ask(() => api.mails.$get({ query: { limit: '1' } }))).counts,
  staleTime: 0,
})

export const retryMail = (id: string): Promise<{ item: MailLine }> =>
  ask(() => api.mails[':id'].retry.$post({ param: { id } }))

export const retryMails = (ids: string[]) => ask(() => api.mails.retry.$post({ json: { ids } }))

/** Sends a mail of a workflow once more. */
export const resendMail = (id: string): Promise<MailDetail> =>
  ask(() => api.mails[':id'].resend.$post({ param: { id } }))

/** Whom exactly a message is to. The audit log records who asked. */
export const revealRecipient = (id: string): Promise<MailRecipient> =>
  ask(() => api.mails[':id'].recipient.$post({ param: { id } }))

/** What is out of date once a message is retried. */
export const STALE_MAILS = [['mails'], ['dashboard']] as const

type SuppressionFilter = { q?: string; state: 'active' | 'released' }

export const fetchSuppressions = (query: SuppressionFilter, cursor: { cursor?: string }): Promise<Page<Suppression>> =>
  ask(() => api.suppressions.$get({ query: { ...query, ...cursor } }))

export const addSuppression = (json: SuppressionInput): Promise<Suppression> =>
  ask(() => api.suppressions.$post({ json }))

export const releaseSuppression = (id: string): Promise<Suppression> =>
  ask(() => api.suppressions[':id'].release.$post({ param: { id } }))

/** The DNS records of the sending domain. */
export const dnsQuery = queryOptions<DnsRecords>({
  queryKey: ['mails', 'dns'],
  queryFn: () => ask(() => api['mail-dns'].$get()),
  staleTime: 0,
})

export const acceptDns = (id: string): Promise<DnsRecords> =>
  ask(() => api['mail-dns'][':id'].accept.$post({ param: { id } }))

/** Milliseconds between two looks while a source is judged. */
const PACE = 2_000

/** The last round trips. While one is judged they are fetched again and again. */
export const roundTripsQuery = queryOptions<MailRoundTrip[]>({
  queryKey: ['mails', 'round-trips'],
  queryFn: async () => (await ask(() => api['mail-round-trips'].$get())).items,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some((trip) => trip.state === 'judging') ? PACE : false),
})

export const startRoundTrip = (to: string): Promise<MailRoundTrip> =>
  ask(() => api['mail-round-trips'].$post({ json: { to } }))

export const giveSource = (id: string, source: string): Promise<MailRoundTrip> =>
  ask(() => api['mail-round-trips'][':id'].source.$post({ param: { id }, json: { source } }))
