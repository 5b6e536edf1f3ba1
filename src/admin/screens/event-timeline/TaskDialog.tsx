import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { type Assignee, type EventTask, newEventTask } from '#src/contract/event-task.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextField, toNumber, useError } from '../../blocks/fields.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { addTask, changeTask, tasksQuery } from './timeline-calls.ts'

const taskFields = newEventTask.omit({ id: true })
const LABELS = { title: 'Task', assigneeType: 'Kind', assigneeId: 'Who', dueDays: 'Due' }

type TaskDialogProps = { eventId: string; task?: EventTask; onClose: () => void }

/** The form of one task; a new one without `task`. */
export function TaskDialog({ eventId, task, onClose }: TaskDialogProps) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: task,
    getFields,
    resolver: zodResolver(taskFields),
    labels: LABELS,
    save: ({ fields, over, newId }) =>
      over
        ? changeTask(eventId, over.id, { ...fields, version: over.version })
        : addTask(eventId, { ...fields, id: newId }),
    refetch: async (newId) =>
      (await queries.fetchQuery(tasksQuery(eventId))).items.find(({ id }) => id === (task?.id ?? newId)),
    done: task ? 'Task updated' : 'Task added',
    failed: task ? 'Failed to update task' : 'Failed to add task',
    stale: [['timeline', eventId]],
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
      <TextField name="title" label={LABELS.title} maxLength={200} />
      <AssigneeField eventId={eventId} task={task} />
      <DueField />
    </FormDialog>
  )
}

function getFields(task: EventTask | undefined) {
  if (!task) return { title: '', assigneeType: 'team' as const, assigneeId: '', dueDays: -7 }
  const { title, assigneeType, assigneeId, dueDays } = task
  return { title, assigneeType, assigneeId, dueDays }
}

/** Somebody of the event's team, or one of its vendors. */
function AssigneeField({ eventId, task }: { eventId: string; task: EventTask | undefined }) {
  const query = useQuery(tasksQuery(eventId))
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
      {({ assignees }) => (
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

/** Days before or after the event's day. */
function DueField() {
  const { field } = useController({ name: 'dueDays' })
  const error = useError('dueDays')
  const [isAfter, setAfter] = useState(Number(field.value) > 0)
  const [typed, type] = useState(String(Math.abs(Number(field.value))))
  const set = (text: string, after: boolean) => {
    type(text)
    setAfter(after)
    const days = toNumber(text)
    field.onChange(typeof days === 'number' && !after ? -days : days)
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
      <TextInput
        label="Days"
        ref={field.ref}
        inputMode="numeric"
        value={typed}
        error={error}
        onBlur={field.onBlur}
        onChange={({ target }) => set(target.value, isAfter)}
      />
      <Select
        label={LABELS.dueDays}
        value={isAfter ? 'after' : 'before'}
        onChange={({ target }) => set(typed, target.value === 'after')}
        options={[
          ['before', 'before the event'],
          ['after', 'after the event'],
        ]}
      />
    </div>
  )
}
