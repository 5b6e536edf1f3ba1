import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventTask } from '#src/contract/event-task.ts'
import type { EventTimeline } from '#src/contract/event-timeline.ts'
import { zoneName } from '#src/contract/wall-clock.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { CorrectionBanner } from './CorrectionBanner.tsx'
import { ExplainPanel } from './ExplainPanel.tsx'
import { RulesPanel } from './RulesPanel.tsx'
import { TimelineList } from './TimelineList.tsx'
import { timelineQuery } from './timeline-calls.ts'

/** Loaded when the address names no event. */
const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)
/** Loaded when a task is added or changed. */
const TaskDialog = lazyComponent(async () => (await import('../event-tasks/TaskDialog.tsx')).TaskDialog)

/** What happened to one event and what happens next: its mails, boundaries, tasks and changes. (product 2: timeline) */
export function EventTimelineScreen() {
  const [{ event }, set] = useUrlState('/admin/event/timeline')
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  const timeline = useQuery({ ...timelineQuery(event ?? ''), enabled: event !== undefined })
  if (event === undefined) {
    return (
      <Screen title="Event timeline" lead="Choose the event whose emails, tasks and changes you want to see.">
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      </Screen>
    )
  }
  return (
    <EventWorkspace id={event} tab="timeline" event={record.data} isLoading={record.isPending}>
      <Shown query={timeline} what="the timeline">
        {(shown) => <Timeline key={event} eventId={event} timeline={shown} />}
      </Shown>
    </EventWorkspace>
  )
}

function Timeline({ eventId, timeline }: { eventId: string; timeline: EventTimeline }) {
  const [task, editTask] = useState<EventTask | 'new'>()
  const { timeZone, now, correction, hasMoreTasks } = timeline
  return (
    <>
      {correction && <CorrectionBanner eventId={eventId} correction={correction} />}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-[.9375rem] text-soft">{`All times are in ${zoneName(timeZone, now)}, the time zone of the event.`}</p>
        <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {hasMoreTasks && (
            <AdminLink to={links.eventTasks(eventId)} className="text-[.9375rem] underline underline-offset-4">
              More tasks are on their own tab
            </AdminLink>
          )}
          <Button size="sm" onClick={() => editTask('new')}>
            Add task
          </Button>
        </span>
      </div>
      <TimelineList eventId={eventId} timeline={timeline} onEdit={editTask} />
      <div className="mt-8 grid items-start gap-6 xl:grid-cols-2">
        <ExplainPanel eventId={eventId} timeZone={timeZone} />
        <RulesPanel eventId={eventId} rules={timeline.rules} timeZone={timeZone} />
      </div>
      {task && <TaskDialog eventId={eventId} {...(task !== 'new' && { task })} onClose={() => editTask(undefined)} />}
    </>
  )
}
