import { queryOptions } from '@tanstack/react-query'
import type { EntryUse, EntryUses } from '#src/contract/library.ts'
import { api, ask } from '../api.ts'
import { links } from '../links.ts'

/** The libraries whose entries stand in events. */
export type LibraryKind = 'vendors' | 'team' | 'locations' | 'agenda-templates'

/** Where an entry is used, asked for anew each time: events change meanwhile. */
export function usesQuery(kind: LibraryKind, id: string) {
  return queryOptions({
    queryKey: ['uses', kind, id],
    queryFn: (): Promise<EntryUses> => ask(() => api[kind][':id'].uses.$get({ param: { id } })),
    staleTime: 0,
  })
}

/** The screen on which an event keeps what it uses. */
export function linkOf(kind: LibraryKind, { eventId }: EntryUse): string {
  if (kind === 'vendors') return links.eventParts(eventId, 'vendors')
  if (kind === 'team') return links.eventParts(eventId, 'team')
  if (kind === 'agenda-templates') return links.eventParts(eventId, 'agenda')
  return links.eventSetup(eventId)
}

/** `Used in 3 events`. */
export function usedIn(count: number): string {
  return count === 0 ? 'Not used yet' : `Used in ${count} ${count === 1 ? 'event' : 'events'}`
}
