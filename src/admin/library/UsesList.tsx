import type { EntryUses } from '#src/contract/library.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { dayOf } from '../blocks/moment.ts'
import { type LibraryKind, linkOf } from './uses-query.ts'

/** The events an entry stands in, each leading to where the event keeps it. */
export function UsesList({ kind, uses: { count, events } }: { kind: LibraryKind; uses: EntryUses }) {
  return (
    <>
      <ul className="grid gap-3">
        {events.map((event) => (
          <li key={event.eventId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 leading-snug">
            <AdminLink
              href={linkOf(kind, event)}
              className="basis-full py-1 font-semibold underline underline-offset-4 hover:decoration-2 [overflow-wrap:anywhere]"
            >
              {event.eventName}
            </AdminLink>
            <span className="text-[.9375rem] text-soft">{dayOf(event.eventDate)}</span>
            <Badge tone={event.isPublished ? 'good' : 'plain'}>{event.isPublished ? 'Published' : 'Draft'}</Badge>
            {!event.isActive && <Badge>Hidden on event</Badge>}
          </li>
        ))}
      </ul>
      {count > events.length && <p className="mt-3 text-soft">And {count - events.length} more.</p>}
    </>
  )
}
