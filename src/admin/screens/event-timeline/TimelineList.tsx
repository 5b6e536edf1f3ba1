import { type ReactNode, useState } from 'react'
import { BOUNDARY_WORDS } from '#src/contract/dashboard.ts'
import type { EventTask } from '#src/contract/event-task.ts'
import type { EventTimeline, TimelineEntry } from '#src/contract/event-timeline.ts'
import { plural } from '#src/contract/plural.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { formatMoment, momentIn } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { actionName } from '../events/action-words.ts'
import { MailRow } from './MailRow.tsx'
import { TaskRow } from './TaskRow.tsx'

type ListProps = { eventId: string; timeline: EventTimeline; onEdit: (task: EventTask) => void }

/** Everything about the event in the order of time. What is over is folded on a phone. */
export function TimelineList({ eventId, timeline, onEdit }: ListProps) {
  const { entries, now, timeZone, hasOlder } = timeline
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches)
  const past = entries.filter(({ at }) => at <= now)
  const next = entries.filter(({ at }) => at > now)
  const rows = (some: readonly TimelineEntry[]) => (
    <ol className="admin-panel">
      {some.map((entry) => (
        <Row key={keyOf(entry)} entry={entry} now={now} timeZone={timeZone}>
          <Entry eventId={eventId} entry={entry} timeline={timeline} onEdit={onEdit} />
        </Row>
      ))}
    </ol>
  )
  return (
    <>
      {past.length > 0 && (
        <details open={isWide} className="mb-4">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{`Until now (${past.length})`}</summary>
          {rows(past)}
          {hasOlder && (
            <p className="mt-2 text-[.9375rem]">
              <AdminLink to={links.eventHistory(eventId)} className="underline underline-offset-4">
                Older changes are in the history
              </AdminLink>
            </p>
          )}
        </details>
      )}
      <h2 className="mb-4 flex items-center gap-3 font-semibold text-[.9375rem]">
        <span className="rounded bg-signal px-2.5 py-1 text-on-signal">{`Now: ${momentIn(timeZone, now)}`}</span>
        <span aria-hidden="true" className="h-1 flex-1 rounded bg-signal" />
      </h2>
      {next.length > 0 ? (
        rows(next)
      ) : (
        <Empty title="Nothing is planned">Turn on a workflow, or add a task for the team or a vendor.</Empty>
      )}
    </>
  )
}

/** The key of an entry. Several mails or tasks can have the same time, so theirs contains more than the time. */
function keyOf(entry: TimelineEntry): string {
  if (entry.kind === 'mail') return `mail ${entry.ruleId} ${entry.occurrence} ${entry.itemId}`
  if (entry.kind === 'task') return `task ${entry.task.id}`
  const words = entry.kind === 'change' ? entry.action : entry.kind === 'boundary' ? entry.what : ''
  return `${entry.kind} ${entry.at} ${words}`
}

type RowProps = { entry: TimelineEntry; now: number; timeZone: string; children: ReactNode }

const KIND: Record<TimelineEntry['kind'], string> = {
  boundary: 'Page',
  mail: 'Email',
  task: 'Task',
  change: 'Change',
  link: 'Link',
  correction: 'Correction',
}

function Row({ entry: { at, kind }, timeZone, children }: RowProps) {
  return (
    <li className="grid gap-x-5 gap-y-0.5 border-line border-b px-4 py-3 leading-snug last:border-b-0 sm:px-5 md:grid-cols-[15rem_5.5rem_minmax(0,1fr)]">
      <time
        dateTime={new Date(at).toISOString()}
        title={`${formatMoment(at)} in your time zone`}
        className="font-semibold text-[.9375rem] tabular-nums"
      >
        {momentIn(timeZone, at)}
      </time>
      <span className="text-[.9375rem] text-soft">{KIND[kind]}</span>
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </li>
  )
}

type EntryProps = ListProps & { entry: TimelineEntry }

function Entry({ eventId, entry, timeline: { now, timeZone }, onEdit }: EntryProps) {
  switch (entry.kind) {
    case 'mail':
      return <MailRow eventId={eventId} entry={entry} timeZone={timeZone} />
    case 'task':
      return <TaskRow eventId={eventId} task={entry.task} isLate={entry.at <= now} onEdit={onEdit} />
    case 'boundary':
      return BOUNDARY_WORDS[entry.what]
    case 'link':
      return `The share link${entry.note && ` for ${entry.note}`} expires.`
    case 'change':
      return (
        <>
          {`${actionName(entry.action)} by ${entry.by}`}
          {entry.build && <span className="block text-[.9375rem] text-soft">{sayBuild(entry.build, timeZone)}</span>}
        </>
      )
    case 'correction':
      return (
        <>
          {entry.decision === 'sent'
            ? `Correction sent to ${plural(entry.people, 'recipient')} by ${entry.by}`
            : `${entry.by} decided not to send a correction to ${plural(entry.people, 'recipient')}`}
          {entry.note && <span className="block whitespace-pre-line text-[.9375rem] text-soft">{entry.note}</span>}
        </>
      )
  }
}

const BUILDS: Readonly<Record<string, string>> = {
  queued: 'Its build is queued.',
  building: 'Its build is running.',
  failed: 'Its build failed.',
  superseded: 'A later build shows it.',
}

function sayBuild({ state, finishedAt }: { state: string; finishedAt: number | null }, timeZone: string): string {
  return BUILDS[state] ?? (finishedAt === null ? 'Live.' : `Live since ${momentIn(timeZone, finishedAt)}.`)
}
