import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'
import { type Assignee, type EventTask, type EventTaskFields, eventTaskFields } from '#src/contract/event-task.ts'
import { Select } from '#src/ui/Select.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { useError } from '../../blocks/fields.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { addTask, assigneesQuery, changeTask, readTask, staleTasks } from './task-calls.ts'
import { DueField, TASK_LABELS, TASK_TEXTS, TaskContentFields, TitleField } from './task-fields.tsx'

const LABELS = { ...TASK_LABELS, assigneeType: 'Team or vendor', assigneeId: 'Who' }

type TaskDialogProps = { eventId: string; task?: EventTask; onClose: () => void }

/** The form of one task; a new one without `task`. */
export function TaskDialog({ eventId, task, onClose }: TaskDialogProps) {
  const edit = useVersionedForm({
    row: task,
    getFields,
    resolver: zodResolver(eventTaskFields),
    labels: LABELS,
    texts: TASK_TEXTS,
    save: ({ fields, over, newId }) =>
      over
        ? changeTask(eventId, over.id, { ...fields, version: over.version })
        : addTask(eventId, { ...fields, id: newId }),
    refetch: async (newId) => (await readTask(eventId, task?.id ?? newId)).task,
    done: task ? 'Task updated' : 'Task added',
    failed: task ? 'Failed to update task' : 'Failed to add task',
    stale: staleTasks(eventId),
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...edit}
      title={task ? 'Edit task' : 'New task'}
      label={task ? 'Save task' : 'Add task'}
      loss="Your changes to this task will be lost."
      onClose={onClose}
    >
      <TitleField />
      <AssigneeField eventId={eventId} task={task} />
      <DueField />
      <TaskContentFields />
    </FormDialog>
  )
}

const BLANK: EventTaskFields = {
  title: '',
  assigneeType: 'team',
  assigneeId: '',
  dueDays: -7,
  kind: 'acknowledgement',
  help: null,
  options: [],
  isRequired: true,
}

function getFields(task: EventTask | undefined): EventTaskFields {
  if (!task) return BLANK
  const { title, assigneeType, assigneeId, dueDays, kind, help, options, isRequired } = task
  return { title, assigneeType, assigneeId, dueDays, kind, help, options, isRequired }
}

/** Somebody of the event's team, or one of its vendors. */
function AssigneeField({ eventId, task }: { eventId: string; task: EventTask | undefined }) {
  const query = useQuery(assigneesQuery(eventId))
  const { setValue } = useFormContext()
  const { field } = useController({ name: 'assigneeId' })
  const error = useError('assigneeId')
  const choose = (id: string, assignees: readonly Assignee[]) => {
    field.onChange(id)
    const type = assignees.find((one) => one.id === id)?.type
    if (type) setValue('assigneeType', type)
  }
  return (
    <Shown query={query} what="the people">
      {(assignees) => (
        <Select
          label={LABELS.assigneeId}
          hint={sayReminder(assignees, field.value)}
          ref={field.ref}
          name={field.name}
          value={field.value}
          onBlur={field.onBlur}
          onChange={({ target }) => choose(target.value, assignees)}
          error={error}
          options={getOptions(assignees, task)}
        />
      )}
    </Shown>
  )
}

function getOptions(assignees: readonly Assignee[], task: EventTask | undefined): [string, string][] {
  const people = assignees.map(({ id, name, type }): [string, string] => [
    id,
    type === 'vendor' ? `${name} (vendor)` : name,
  ])
  const isListed = task === undefined || assignees.some(({ id }) => id === task.assigneeId)
  return [
    ['', 'Choose'],
    ...people,
    ...(isListed ? [] : [[task.assigneeId, task.assigneeName] satisfies [string, string]]),
  ]
}

function sayReminder(assignees: readonly Assignee[], chosen: string): string | undefined {
  if (assignees.length === 0) return 'Add a team or vendors to the event first.'
  const hasNone = assignees.some(({ id, hasEmail }) => id === chosen && !hasEmail)
  return hasNone ? 'There is no email address in the library, so no reminder is sent.' : undefined
}
