import type { Boundary } from '#src/contract/dashboard.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { momentIn, momentOf } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { links } from '../../links.ts'

const WORDS: Record<Boundary['kind'], string> = {
  'early bird ends': 'Early bird ends',
  starts: 'Workshop starts, registration closes',
  ends: 'Workshop ends',
}

/** When pages change by themselves: the site is built anew at each of these moments. */
export function Boundaries({ boundaries }: { boundaries: readonly Boundary[] }) {
  return (
    <Panel title="Coming up">
      {boundaries.length === 0 ? (
        <NothingToDo>No published events are coming up.</NothingToDo>
      ) : (
        <ol>
          {boundaries.map(({ eventId, eventName, kind, at, timeZone }) => (
            <li
              key={`${eventId} ${kind}`}
              className="grid gap-x-5 border-line border-b px-5 py-3 leading-snug last:border-b-0 sm:grid-cols-[16rem_minmax(0,1fr)]"
            >
              <time
                dateTime={new Date(at).toISOString()}
                title={`${momentOf(at)} in your time zone`}
                className="font-semibold tabular-nums"
              >
                {momentIn(timeZone, at)}
              </time>
              <div>
                <p>{WORDS[kind]}</p>
                <AdminLink
                  href={links.eventPreview(eventId)}
                  className="inline-block min-h-6 text-[.9375rem] text-soft underline-offset-4 hover:underline"
                >
                  {eventName}
                </AdminLink>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
