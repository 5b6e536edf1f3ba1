import { queryOptions } from '@tanstack/react-query'
import type { EventInput } from '#src/contract/event.ts'
import { ask, contentApi } from '../../api.ts'

const checks = contentApi['content-checks']

/** What the checks find in all that visitors see. It is looked up each time the screen is opened. */
export const siteChecksQuery = queryOptions({
  queryKey: ['content-checks'],
  queryFn: () => ask(() => checks.$get()),
  staleTime: 0,
})

/** What they find in one event as it is stored, published or not. */
export const eventChecksQuery = (id: string) =>
  queryOptions({
    queryKey: ['content-checks', id],
    queryFn: () => checkStored(id),
    staleTime: 0,
  })

/** The same, asked for by an action. */
export function checkStored(id: string) {
  return ask(() => checks.events[':id'].$get({ param: { id } }))
}

/** What they would find in an event that is saved with these fields. */
export function checkDraft(id: string, event: EventInput) {
  return ask(() => checks.$post({ json: { id, event } }))
}
