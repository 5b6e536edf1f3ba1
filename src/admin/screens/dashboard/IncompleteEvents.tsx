import type { Incomplete } from '#src/contract/dashboard.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { dayOf } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { links } from '../../links.ts'

/** Upcoming events that cannot be published yet, or whose page shows fallback copy. */
export function IncompleteEvents({ events }: { events: readonly Incomplete[] }) {
  return (
    <Panel title="Incomplete events">
      {events.length === 0 ? (
        <NothingToDo>All upcoming events are complete.</NothingToDo>
      ) : (
        <ul>
          {events.map(({ id, eventName, eventDate, isPublished, missing, fallback }) => (
            <li key={id} className="border-line border-b px-5 py-3 leading-snug last:border-b-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <AdminLink
                  href={links.eventSetup(id)}
                  className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
                >
                  {eventName}
                </AdminLink>
                <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
              </div>
              <p className="text-[.9375rem] text-soft">{dayOf(eventDate)}</p>
              {missing.length > 0 && <p className="text-[.9375rem] text-stop-ink">Needs {missing.join(', ')}</p>}
              {fallback.length > 0 && <p className="text-[.9375rem]">Fallback shown: {fallback.join(', ')}</p>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
