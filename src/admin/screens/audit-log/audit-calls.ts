import { queryOptions } from '@tanstack/react-query'
import type { AuditCheck, AuditEntry, AuditLine } from '#src/contract/audit-log.ts'
import type { Page } from '#src/contract/page.ts'
import type { SearchOf } from '../../addresses.ts'
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

/** The filters in the address; `entry` is the one that is open. */
export type AuditPlace = SearchOf<'/admin/audit-logs'>

export type AuditSearch = Omit<AuditPlace, 'entry'>

/** What of a place is asked of the server: only what is set, and no subject without its type. */
export function toQuery({ entry: _entry, subjectId, ...rest }: AuditPlace): { [Name in keyof AuditSearch]?: string } {
  const search = { ...rest, subjectId: rest.subjectType && subjectId }
  return Object.fromEntries(Object.entries(search).filter((each): each is [string, string] => each[1] !== undefined))
}

/** The file with the entries these filters leave. */
export function getCsvAddress(search: Record<string, string>): string {
  const query = new URLSearchParams(search)
  return query.size > 0 ? `/api/admin/audit-log/export.csv?${query}` : '/api/admin/audit-log/export.csv'
}

/** An instant as a `datetime-local` field has it, where the admin is: `2026-11-20T12:00`. Empty for none. */
export function toLocal(iso: string | undefined): string {
  if (iso === undefined) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** And back; undefined for a field that is not filled in. */
export function fromLocal(local: string): string | undefined {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
