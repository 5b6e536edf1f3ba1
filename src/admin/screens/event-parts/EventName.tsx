import { useQuery } from '@tanstack/react-query'
import type { EventPart, EventPartKind, EventParts } from '#src/contract/event-parts.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { agendaList, teamList, vendorList } from './part-lists.ts'

const LISTS = { vendors: vendorList, team: teamList, agenda: agendaList }

/** Which event it is. Every list brings it along, so it is nothing more to ask for. */
export function EventName({ eventId, part }: { eventId: string; part: EventPartKind }) {
  const { data } = useQuery<EventParts<EventPart>>({
    queryKey: ['event-parts', eventId, part],
    queryFn: () => LISTS[part].read(eventId),
    staleTime: 0,
  })
  if (!data) return null
  const { eventName, isPublished } = data.event
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="text-ink [overflow-wrap:anywhere]">{eventName}</b>
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
    </span>
  )
}
