import { ExternalLink } from 'lucide-react'
import type { EventLine } from '#src/contract/event-record.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { formatAge, getDay } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { STATUS_WORDS } from './part-words.ts'
import { StillSeen } from './StillSeen.tsx'

/** What the list shows of an event. */
export const eventColumns: Column<EventLine>[] = [
  { header: 'Event', cell: (event) => <EventName {...event} />, sortBy: ({ eventName }) => eventName },
  {
    header: 'Date',
    cell: ({ eventDate }) => getDay(eventDate),
    className: 'tabular-nums',
    width: '10.75rem',
    sortBy: ({ eventDate }) => eventDate,
  },
  { header: 'Place', cell: (event) => toPlace(event), sortBy: (event) => toPlace(event) || null, width: '17%' },
  { header: 'Status', cell: (event) => <StateBadges {...event} />, width: '13.5rem' },
  { header: 'Page', cell: (event) => <PageAddress {...event} />, width: '5rem', isMinor: true },
  {
    header: 'Changed',
    cell: ({ updatedAt }) => formatAge(updatedAt),
    className: 'text-soft',
    width: '8rem',
    isMinor: true,
    sortBy: ({ updatedAt }) => updatedAt,
  },
]

const toPlace = ({ city, state }: EventLine) => [city, state].filter(Boolean).join(', ')

function EventName({ id, eventName }: EventLine) {
  return (
    <AdminLink
      to={links.eventOverview(id)}
      title={eventName}
      className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
    >
      {eventName}
    </AdminLink>
  )
}

/** The address of its page, a link where it is published. A table has room for the link's icon alone. */
function PageAddress({ eventSlug, isPublished }: EventLine) {
  if (!isPublished) return <span className="admin-card-text font-mono text-[.8125rem] text-soft">{eventSlug}</span>
  return (
    <a
      href={`/event/${eventSlug}`}
      target="_blank"
      rel="noreferrer"
      title={`/event/${eventSlug}`}
      className="inline-block min-h-6 font-mono text-[.8125rem] text-soft underline-offset-4 hover:underline"
    >
      <span className="admin-card-text">{eventSlug}</span>
      <ExternalLink aria-hidden="true" className="mx-1.5 inline size-3.5" />
      <span className="sr-only">opens in a new tab</span>
    </a>
  )
}

function StateBadges({ isPublished, unpublishedRevision, status, missing }: EventLine) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
      <StillSeen unpublishedRevision={unpublishedRevision} />
      {status !== 'scheduled' && (
        <Badge tone={status === 'cancelled' ? 'bad' : 'waiting'}>{STATUS_WORDS[status]}</Badge>
      )}
      {missing.length > 0 && (
        <span className="text-[.875rem] text-soft" title={missing.join(', ')}>
          Needs {missing.join(', ')}
        </span>
      )}
    </span>
  )
}
