import { queryOptions } from '@tanstack/react-query'
import type { EventStatus } from '#src/contract/event.ts'
import type { DuplicateEventInput, EventTime, OccasionInput, PublicationState } from '#src/contract/event-record.ts'
import { api, ask, contentApi } from '../../api.ts'
import { EVENTS } from '../event-setup/event-calls.ts'

/** What a change of an event makes stale: every list and form of events, their lineups, and the dashboard. */
export const STALE_AFTER = [[EVENTS], ['event-parts'], ['dashboard']] as const

export type EventFilters = {
  q: string
  state?: PublicationState | undefined
  when?: EventTime | undefined
  status?: EventStatus | undefined
}

type Cursor = { cursor?: string }

export function eventPage({ q, state, when, status }: EventFilters, cursor: Cursor) {
  const query = { ...cursor, q, ...(state && { state }), ...(when && { when }), ...(status && { status }) }
  return ask(() => contentApi.events.$get({ query }))
}

export const deletedPage = (cursor: Cursor) => ask(() => contentApi.events.deleted.$get({ query: cursor }))

export const historyPage = (id: string, cursor: Cursor) =>
  ask(() => api.events[':id'].history.$get({ param: { id }, query: cursor }))

/** Counted again for each question. A change does not make it stale, because nothing can be counted for a deleted event. */
export const lossesQuery = (id: string) =>
  queryOptions({
    queryKey: ['event-losses', id],
    queryFn: () => ask(() => api.events[':id'].losses.$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })

/** Publishes an event with these warnings accepted. Throws `findings` if its checks find anything else. */
export const publishEvent = (id: string, accepted: string[]) =>
  ask(() => contentApi.events[':id'].publish.$post({ param: { id }, json: { accepted } }))

export const unpublishEvent = (id: string) => ask(() => api.events[':id'].unpublish.$post({ param: { id } }))

export const duplicateEvent = (id: string, json: DuplicateEventInput) =>
  ask(() => api.events[':id'].duplicate.$post({ param: { id }, json }))

export const changeOccasion = (id: string, json: OccasionInput) =>
  ask(() => api.events[':id'].status.$post({ param: { id }, json }))

export const deleteEvent = ({ id, version }: { id: string; version: number }) =>
  ask(() => contentApi.events[':id'].$delete({ param: { id }, query: { version: String(version) } }))

export const restoreEvent = (auditId: number, eventSlug?: string) =>
  ask(() =>
    api.events.deleted[':auditId'].restore.$post({
      param: { auditId: String(auditId) },
      json: eventSlug === undefined ? {} : { eventSlug },
    }),
  )

export const restoreVersion = (id: string, auditId: number, version: number) =>
  ask(() =>
    api.events[':id'].history[':auditId'].restore.$post({ param: { id, auditId: String(auditId) }, json: { version } }),
  )
