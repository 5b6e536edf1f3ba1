import { queryOptions } from '@tanstack/react-query'
import type { EventInput } from '#src/contract/event.ts'
import type { AgendaReplacement } from '#src/contract/event-parts.ts'
import { api, ask } from '../../api.ts'

/** Everything about one event begins with this, so that any change of it makes all of it stale. */
export const EVENTS = 'events'

/** Where registration addresses must stand. It changes with a deploy alone. */
export const setupFactsQuery = queryOptions({
  queryKey: ['event-setup'],
  queryFn: () => ask(() => api['event-setup'].$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** An event to edit. Never an old one: a form made from it would be stale at once. */
export const eventQuery = (id: string) =>
  queryOptions({ queryKey: [EVENTS, id, 'record'], queryFn: () => readEvent(id), staleTime: 0, gcTime: 0 })

/** What its page shows of it: the active entries of its day, its team and its partners. */
export const rowsQuery = (id: string) =>
  queryOptions({
    queryKey: [EVENTS, id, 'rows'],
    queryFn: () => ask(() => api.events[':id'].rows.$get({ param: { id } })),
    staleTime: 0,
  })

/** Its whole day, hidden entries too. */
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
  return ask(() => api.events[':id'].$get({ param: { id } }))
}

/** Makes the event. An id that is there already answers with its event, so that trying again makes no second one. */
export function createEvent(id: string, input: EventInput) {
  return ask(() => api.events.$post({ json: { ...input, id } }))
}

export function updateEvent(id: string, version: number, input: EventInput) {
  return ask(() => api.events[':id'].$patch({ param: { id }, json: { ...input, version } }))
}

/** Puts a whole day in the place of the one of this version. */
export function replaceAgenda(id: string, json: AgendaReplacement) {
  return ask(() => api.events[':id'].agenda.$put({ param: { id }, json }))
}
