import { queryOptions } from '@tanstack/react-query'
import type { AuditCheck, AuditEntry, AuditLine } from '#src/contract/audit-log.ts'
import type { Page } from '#src/contract/page.ts'
import { api, ask } from '../../api.ts'

const log = api['audit-log']

export const fetchEntries = (query: Record<string, string>): Promise<Page<AuditLine>> => ask(() => log.$get({ query }))

/** Every action that was ever written down. */
export const actionsQuery = queryOptions({
  queryKey: ['audit-actions'],
  queryFn: async () => (await ask(() => log.actions.$get())).items,
})

/** One entry whole. It never changes. */
export const entryQuery = (id: string) =>
  queryOptions<AuditEntry>({
    queryKey: ['audit-entry', id],
    queryFn: () => ask(() => log[':id'].$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Checks the next part of the chain. */
export const checkChain = (cursor?: string): Promise<AuditCheck> =>
  ask(() => log.verify.$get({ query: cursor === undefined ? {} : { cursor } }))

/** True if a row has this hash still. */
export const containsHash = async (hash: string): Promise<boolean> =>
  (await ask(() => log.contains.$get({ query: { hash } }))).isThere
