import { queryOptions } from '@tanstack/react-query'
import type { ShareLink, ShareLinkInput } from '#src/contract/event-preview.ts'
import type { NoAdmin } from '#src/contract/viewer.ts'
import { api, ask } from '../../api.ts'
import { agoOf, momentOf } from '../../blocks/moment.ts'

/** The links to an event's preview whose time is not over. */
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

const FAULTS: Record<NoAdmin, (by: string) => string> = {
  deleted: () => 'its creator’s account was deleted',
  banned: (by) => `its creator, ${by}, is banned`,
  'no role': (by) => `its creator, ${by}, is no longer an admin`,
}

/** What the list says of a link: how long it opens, or why it does not. */
export function stateOf({ by, createdAt, expiresAt, fault }: Omit<ShareLink, 'id' | 'note'>): string {
  if (fault) return `Does not work: ${FAULTS[fault](by)}.`
  return `Valid until ${momentOf(expiresAt)}. Created ${agoOf(createdAt)} by ${by}.`
}
