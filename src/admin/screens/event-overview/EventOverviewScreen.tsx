import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CONTENT_CHECKS_TITLE, sayFindings } from '#src/contract/content-check.ts'
import { BOUNDARY_WORDS } from '#src/contract/dashboard.ts'
import { formatTimeRange } from '#src/contract/event-dates.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import type { EventTimeline, TimelineEntry } from '#src/contract/event-timeline.ts'
import { plural } from '#src/contract/plural.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { FindingLines } from '../../blocks/FindingLines.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { DetailCard, FactList, NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { type AdminAddress, links } from '../../links.ts'
import { eventChecksQuery } from '../content-checks/content-check-calls.ts'
import { eventQuery, rowsQuery } from '../event-setup/event-calls.ts'
import { timelineQuery } from '../event-timeline/timeline-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { summaryQuery } from '../logistics/logistics-calls.ts'
import { findEventNeeds } from './event-needs.ts'

/** Loaded when the address names no event. */
const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)

/** How far one event is: what it needs, what happens next, and what it consists of. */
export function EventOverviewScreen() {
  const [{ event }, set] = useUrlState('/admin/event/overview')
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  if (event === undefined) {
    return (
      <Screen title="Event overview" lead="Choose the event that you want to see.">
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      </Screen>
    )
  }
  return (
    <EventWorkspace id={event} tab="overview" event={record.data} isLoading={record.isPending}>
      <Shown query={record} what="the event">
        {(shown) => <Overview key={event} record={shown} />}
      </Shown>
    </EventWorkspace>
  )
}

function Overview({ record }: { record: EventRecord }) {
  const timeline = useQuery(timelineQuery(record.id))
  const logistics = useQuery(summaryQuery(record.id))
  return (
    <div className="grid gap-6">
      <Shown query={logistics} what="the logistics">
        {(summary) => (
          <Shown query={timeline} what="the timeline">
            {(shown) => <Needs needs={findEventNeeds({ record, timeline: shown, logistics: summary })} />}
          </Shown>
        )}
      </Shown>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Next eventId={record.id} timeline={timeline} />
        <Parts record={record} />
      </div>
      <Checks eventId={record.id} />
    </div>
  )
}

function Needs({ needs }: { needs: ReturnType<typeof findEventNeeds> }) {
  const things = `${plural(needs.length, 'thing')} ${needs.length === 1 ? 'needs' : 'need'} your attention.`
  return <NeedList sentence={needs.length === 0 ? 'Nothing needs your attention.' : things} needs={needs} />
}

/** What the checks of content find in it: shown only where they find something. */
function Checks({ eventId }: { eventId: string }) {
  const { data } = useQuery(eventChecksQuery(eventId))
  if (!data || data.findings.length === 0) return null
  return (
    <Panel title={`${CONTENT_CHECKS_TITLE}: ${sayFindings(data.findings)}`}>
      <div className="px-5 py-4">
        <FindingLines findings={data.findings} />
      </div>
    </Panel>
  )
}

const MOST_NEXT = 6

function Next({ eventId, timeline }: { eventId: string; timeline: UseQueryResult<EventTimeline> }) {
  return (
    <Panel title="Coming up">
      <div className={timeline.data ? '' : 'p-5'}>
        <Shown query={timeline} what="what comes next">
          {({ entries, now, timeZone }) => (
            <Coming entries={entries.filter(({ at }) => at > now)} timeZone={timeZone} />
          )}
        </Shown>
      </div>
      <p className="border-line border-t px-5 py-3">
        <ScreenLink to={links.eventTimeline(eventId)}>The whole timeline</ScreenLink>
      </p>
    </Panel>
  )
}

function Coming({ entries, timeZone }: { entries: readonly TimelineEntry[]; timeZone: string }) {
  const lines = entries.slice(0, MOST_NEXT)
  if (lines.length === 0) return <NothingToDo>Nothing is planned.</NothingToDo>
  return (
    <ol>
      {lines.map((entry) => (
        <li
          key={keyOf(entry)}
          className="grid gap-x-5 border-line border-b px-5 py-3 leading-snug last:border-b-0 sm:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <time dateTime={new Date(entry.at).toISOString()} className="font-semibold tabular-nums">
            {momentIn(timeZone, entry.at)}
          </time>
          <span className="min-w-0 [overflow-wrap:anywhere]">{sayEntry(entry)}</span>
        </li>
      ))}
    </ol>
  )
}

/** No two entries of one kind that are to come are about the same thing at the same time. */
function keyOf(entry: TimelineEntry): string {
  const { kind, at } = entry
  if (kind === 'mail') return [kind, at, entry.ruleId, entry.occurrence, entry.itemId].join(' ')
  return [kind, at, kind === 'task' ? entry.task.id : sayEntry(entry)].join(' ')
}

/** An entry that is still to come, in words. */
function sayEntry(entry: TimelineEntry): string {
  if (entry.kind === 'boundary') return BOUNDARY_WORDS[entry.what]
  if (entry.kind === 'mail') return `Email: ${entry.title} (${plural(entry.people, 'recipient')})`
  if (entry.kind === 'task') return `Task due: ${entry.task.title} (${entry.task.assigneeName})`
  return entry.kind === 'link' ? 'A share link expires.' : ''
}

function Parts({ record }: { record: EventRecord }) {
  const { id, eventDate, venueName } = record
  const rows = useQuery(rowsQuery(id))
  return (
    <DetailCard title="At a glance">
      <FactList
        facts={[
          ['Date', getDay(eventDate)],
          ['Time', formatTimeRange(record)],
          ['Venue', venueName ?? 'Not decided'],
        ]}
      />
      <Shown query={rows} what="the lineup">
        {({ agenda, team, vendors }) => (
          <ul className="grid gap-1.5">
            {[
              ['vendors', plural(vendors?.length ?? 0, 'partner')] as const,
              ['team', plural(team?.length ?? 0, 'team member')] as const,
              [
                'agenda',
                agenda ? plural(agenda.length, 'agenda entry', 'agenda entries') : 'The standard agenda',
              ] as const,
            ].map(([part, words]) => (
              <li key={part}>
                <ScreenLink to={links.eventParts(id, part)}>{`${words} on the page`}</ScreenLink>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </DetailCard>
  )
}

function ScreenLink({ to, children }: { to: AdminAddress; children: string }) {
  return (
    <AdminLink to={to} className="inline-block min-h-6 underline underline-offset-4">
      {children}
    </AdminLink>
  )
}
