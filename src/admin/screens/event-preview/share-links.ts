import { queryOptions } from '@tanstack/react-query'
import type { ShareLinkInput } from '#src/contract/event-preview.ts'
import { api, ask } from '../../api.ts'

/** The links to an event's preview that work. */
export const shareLinksQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['share-links', eventId],
    queryFn: () => ask(() => api.events[':id']['share-links'].$get({ param: { id: eventId } })),
    staleTime: 0,
  })

export function createShareLink(eventId: string, json: ShareLinkInput) {
  return ask(() => api.events[':id']['share-links'].$post({ param: { id: eventId }, json }))
}

export function revokeShareLink(eventId: string, linkId: string) {
  return ask(() => api.events[':id']['share-links'][':linkId'].$delete({ param: { id: eventId, linkId } }))
}
