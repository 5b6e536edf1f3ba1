import { queryOptions } from '@tanstack/react-query'
import type { EventInput } from '#src/contract/event.ts'
import type { AgendaReplacement } from '#src/contract/event-parts.ts'
import { api, ask, contentApi } from '../../api.ts'

/** The first part of all query keys of events, so that a change makes all of them stale. */
export const EVENTS = 'events'

/** How the toast of a failure begins. (product 8) */
export const CREATE_FAILED = 'Failed to create event'
export const UPDATE_FAILED = 'Failed to update event'

/** The origin that registration links must have. It changes only with a deploy. */
export const setupFactsQuery = queryOptions({
  queryKey: ['event-setup'],
  queryFn: () => ask(() => api['event-setup'].$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** An event to edit. It is never taken from the cache: a form made from an old version could not be saved. */
export const eventQuery = (id: string) =>
  queryOptions({ queryKey: [EVENTS, id, 'record'], queryFn: () => readEvent(id), staleTime: 0, gcTime: 0 })

/** What its page shows: the event and the active entries of its agenda, team and vendors. */
export const rowsQuery = (id: string) =>
  queryOptions({
    queryKey: [EVENTS, id, 'rows'],
    queryFn: () => ask(() => api.events[':id'].rows.$get({ param: { id } })),
    staleTime: 0,
  })

/** Its whole agenda, hidden entries too. */
export const agendaQuery = (id: string) =>
  queryOptions({
    queryKey: [EVENTS, id, 'agenda'],
    queryFn: () => ask(() => api.events[':id'].agenda.$get({ param: { id } })),
    staleTime: 0,
  })

export const templatesQuery = queryOptions({
  queryKey: ['agenda-templates', 'choices'],
  queryFn: () => ask(() => api['agenda-templates'].$get({ query: { limit: '100' } })),
})

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['agenda-templates', id],
    queryFn: () => ask(() => api['agenda-templates'][':id'].$get({ param: { id } })),
    staleTime: 0,
  })

export function readEvent(id: string) {
  return ask(() => contentApi.events[':id'].$get({ param: { id } }))
}

/** An event as it is sent; one that is published with the warnings that were accepted. */
export type SentEvent = EventInput & { accepted?: string[] }

/** Creates the event. An id that exists answers with its event, so that a second try creates no second event. */
export function createEvent(id: string, input: SentEvent) {
  return ask(() => contentApi.events.$post({ json: { ...input, id } }))
}

export function updateEvent(id: string, version: number, input: SentEvent) {
  return ask(() => contentApi.events[':id'].$patch({ param: { id }, json: { ...input, version } }))
}

/** Replaces the agenda of this version by another one. */
export function replaceAgenda(id: string, json: AgendaReplacement) {
  return ask(() => api.events[':id'].agenda.$put({ param: { id }, json }))
}
