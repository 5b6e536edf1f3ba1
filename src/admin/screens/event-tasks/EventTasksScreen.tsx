import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EventTask, isPastDue, TASK_KIND_WORDS } from '#src/contract/event-task.ts'
import type { TaskFilter } from '#src/contract/task-answer.ts'
import { Button } from '#src/ui/Button.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { selectColumn, useSelection } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { TaskBadge } from './TaskBadge.tsx'
import { getTaskName, TaskBulkBar } from './TaskBulkBar.tsx'
import { tasksPage } from './task-calls.ts'
import { useTaskActions } from './use-task-actions.tsx'

/** Loaded when the address names no event. */
const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)
/** Loaded when they are opened. */
const TaskDialog = lazyComponent(async () => (await import('./TaskDialog.tsx')).TaskDialog)
const ReviewDialog = lazyComponent(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)
const FromTemplates = lazyComponent(async () => (await import('./FromTemplates.tsx')).FromTemplates)

/** What the team and the vendors of one event have to do, and what they have handed in. (product 2: event tasks) */
export function EventTasksScreen() {
  const [{ event }, set] = useUrlState('/admin/event/tasks')
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  const [edited, edit] = useState<Edited>()
  if (event === undefined) {
    return (
      <Screen title="Event tasks" lead="Choose the event whose tasks you want to see.">
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      </Screen>
    )
  }
  return (
    <EventWorkspace
      id={event}
      tab="tasks"
      event={record.data}
      isLoading={record.isPending}
      actions={
        <>
          <Button variant="outline" size="sm" onClick={() => edit('templates')}>
            Add from templates
          </Button>
          <Button size="sm" onClick={() => edit('new')}>
            Add task
          </Button>
        </>
      }
    >
      <Tasks key={event} eventId={event} timeZone={record.data?.eventTimezone} edited={edited} edit={edit} />
    </EventWorkspace>
  )
}

const FILTERS = [
  ['', 'All'],
  ['missing', 'Missing'],
  ['submitted', 'Submitted'],
  ['done', 'Done'],
  ['waived', 'Waived'],
] as const satisfies readonly (readonly [TaskFilter | '', string])[]

/** The dialog that is open: that of a task, of a new one, or of the templates. */
type Edited = EventTask | 'new' | 'templates' | undefined
/** `timeZone` is that of the event; undefined while it is loading. */
type TasksProps = { eventId: string; timeZone: string | undefined; edited: Edited; edit: (next: Edited) => void }
type Listed = EventTask & { isLate: boolean }

function Tasks({ eventId, timeZone, edited, edit }: TasksProps) {
  const [{ state, task }, set] = useUrlState('/admin/event/tasks')
  const list = useList(['tasks', eventId, 'list', state], (cursor) => tasksPage(eventId, state, cursor))
  const actions = useActions(eventId, { edit, review: (id) => set({ task: id }, { push: true }) })
  const data = list.data?.map((one) => ({
    ...one,
    isLate: timeZone !== undefined && isPastDue(one, timeZone, Date.now()),
  }))
  const tasks = data ?? []
  const selection = useSelection(tasks)
  const close = () => edit(undefined)
  return (
    <>
      <Filters>
        <ChoiceFilter label="State" options={FILTERS} value={state} onChange={(next) => set({ state: next })} />
        {tasks.length > 0 && <TaskBulkBar eventId={eventId} tasks={tasks} selection={selection} />}
      </Filters>
      <DataTable
        what="tasks"
        list={{ ...list, data }}
        columns={[selectColumn(selection, getTaskName), ...columns]}
        getName={getTaskName}
        actions={actions}
        empty={<NoTasks isFiltered={state !== undefined} />}
      />
      {edited === 'templates' && <FromTemplates eventId={eventId} onClose={close} />}
      {edited && edited !== 'templates' && (
        <TaskDialog eventId={eventId} {...(edited !== 'new' && { task: edited })} onClose={close} />
      )}
      {task && <ReviewDialog eventId={eventId} taskId={task} onClose={() => set({ task: undefined })} />}
    </>
  )
}

const columns: Column<Listed>[] = [
  {
    header: 'Task',
    cell: ({ title, kind, isRequired }) => (
      <>
        <b>{title}</b>
        <span className="admin-second text-soft">{`${TASK_KIND_WORDS[kind]}${isRequired ? '' : ', optional'}`}</span>
      </>
    ),
    sortBy: ({ title }) => title,
  },
  {
    header: 'Who',
    cell: ({ assigneeName, assigneeType }) => (assigneeType === 'vendor' ? `${assigneeName} (vendor)` : assigneeName),
    width: '26%',
    sortBy: ({ assigneeName }) => assigneeName,
  },
  { header: 'Due', cell: ({ dueOn }) => getDay(dueOn), width: '11rem', sortBy: ({ dueOn }) => dueOn },
  {
    header: 'State',
    cell: (task) => (
      <span className="flex gap-1 max-lg:flex-wrap">
        <TaskBadge task={task} isLate={task.isLate} />
      </span>
    ),
    width: '13.5rem',
  },
]

type Opening = { edit: (task: EventTask) => void; review: (id: string) => void }

function useActions(eventId: string, { edit, review }: Opening) {
  const { state, remove } = useTaskActions(eventId)
  return (task: EventTask) => {
    const isOver = task.state === 'done' || task.state === 'waived'
    const act = isOver ? 'reopen' : 'done'
    return [
      { label: 'Open', run: () => review(task.id) },
      { label: isOver ? 'Reopen' : 'Mark as done', run: () => state.mutate({ task, act: { act } }) },
      { label: 'Edit', run: () => edit(task) },
      remove(task),
    ]
  }
}

function NoTasks({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No matching tasks">No task of this event is in this state.</Empty>
  return (
    <Empty title="No tasks yet">
      Add tasks from templates for all vendors or team members at once, or add a single task.
    </Empty>
  )
}
