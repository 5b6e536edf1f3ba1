import { useQuery } from '@tanstack/react-query'
import { BOUNDARY_WORDS, type Boundary, type Incomplete } from '#src/contract/dashboard.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatMoment, getDay, momentIn } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { buildsQuery } from '../../build-status.ts'
import { links } from '../../links.ts'
import { BuildLines } from '../../shell/BuildIndicator.tsx'

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
                  to={links.eventSetup(id)}
                  className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
                >
                  {eventName}
                </AdminLink>
                <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
              </div>
              <p className="text-[.9375rem] text-soft">{getDay(eventDate)}</p>
              {missing.length > 0 && <p className="text-[.9375rem] text-stop-ink">Needs {missing.join(', ')}</p>}
              {fallback.length > 0 && <p className="text-[.9375rem]">Fallback shown: {fallback.join(', ')}</p>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type BoundariesProps = { boundaries: readonly Boundary[]; title: string; none: string }

/** When pages change by themselves: the site is rebuilt at each of these moments. */
export function Boundaries({ boundaries, title, none }: BoundariesProps) {
  return (
    <Panel title={title}>
      {boundaries.length === 0 ? (
        <NothingToDo>{none}</NothingToDo>
      ) : (
        <ol>
          {boundaries.map(({ eventId, eventName, kind, at, timeZone }) => (
            <li
              key={`${eventId} ${kind}`}
              className="grid gap-x-5 border-line border-b px-5 py-3 leading-snug last:border-b-0 sm:grid-cols-[16rem_minmax(0,1fr)]"
            >
              <time
                dateTime={new Date(at).toISOString()}
                title={`${formatMoment(at)} in your time zone`}
                className="font-semibold tabular-nums"
              >
                {momentIn(timeZone, at)}
              </time>
              <div>
                <p>{BOUNDARY_WORDS[kind]}</p>
                <AdminLink
                  to={links.eventPreview(eventId)}
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

const SHOWN = 5

/** The last builds: what changed, who changed it, and the state of the build. */
export function LatestBuilds() {
  const query = useQuery(buildsQuery)
  return (
    <Panel title="Latest builds">
      <div className={query.data ? '' : 'p-5'}>
        <Shown query={query} what="the builds">
          {({ builds }) => <BuildLines builds={builds.slice(0, SHOWN)} />}
        </Shown>
      </div>
    </Panel>
  )
}
