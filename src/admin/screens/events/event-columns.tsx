import { ExternalLink } from 'lucide-react'
import type { EventStatus } from '#src/contract/event.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { agoOf, dayOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'

/** What people call what became of an occasion. */
export const STATUS_WORDS: Record<EventStatus, string> = {
  scheduled: 'Scheduled',
  postponed: 'Postponed',
  moved: 'Moved',
  cancelled: 'Cancelled',
}

export const eventColumns: Column<EventLine>[] = [
  { header: 'Event', cell: (event) => <EventName {...event} /> },
  { header: 'Date', cell: ({ eventDate }) => dayOf(eventDate), className: 'tabular-nums whitespace-nowrap' },
  { header: 'Place', cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
  { header: 'Status', cell: (event) => <Standing {...event} /> },
  { header: 'Changed', cell: ({ updatedAt }) => agoOf(updatedAt), className: 'text-soft' },
]

function EventName({ id, eventName, eventSlug, isPublished }: EventLine) {
  return (
    <>
      <AdminLink href={links.eventSetup(id)} className="font-semibold underline-offset-4 hover:underline">
        {eventName}
      </AdminLink>
      <span className="block break-all font-mono text-[.8125rem] text-soft">
        {isPublished ? (
          <a
            href={`/event/${eventSlug}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 underline-offset-4 hover:underline"
          >
            /event/{eventSlug}
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="sr-only">opens in a new tab</span>
          </a>
        ) : (
          eventSlug
        )}
      </span>
    </>
  )
}

function Standing({ isPublished, status, missing }: EventLine) {
  return (
    <>
      <span className="inline-flex flex-wrap gap-1.5 align-middle">
        <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
        {status !== 'scheduled' && (
          <Badge tone={status === 'cancelled' ? 'bad' : 'waiting'}>{STATUS_WORDS[status]}</Badge>
        )}
      </span>
      {missing.length > 0 && <span className="mt-1 block text-[.875rem] text-soft">Needs {missing.join(', ')}</span>}
    </>
  )
}
