import type { EventTask } from '#src/contract/event-task.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { getDay } from '../../blocks/moment.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { deleteTask, setTaskState } from './timeline-calls.ts'

type TaskRowProps = { eventId: string; task: EventTask; isLate: boolean; onEdit: (task: EventTask) => void }

/** One task: whose it is, when it is due and whether it is done. */
export function TaskRow({ eventId, task, isLate, onEdit }: TaskRowProps) {
  const { title, assigneeName, dueOn, doneAt } = task
  const stale = [['timeline', eventId]]
  const setState = useSave({
    save: () => setTaskState(eventId, task),
    done: doneAt === null ? 'Task marked as done' : 'Task reopened',
    failed: 'Failed to update task',
    stale,
  })
  const remove = useSave({
    save: () => deleteTask(eventId, task),
    done: 'Task deleted',
    failed: 'Failed to delete task',
    stale,
  })
  const askToDelete = () =>
    confirm({
      title: 'Delete this task?',
      message: <p>{`“${title}” of ${assigneeName} will be permanently deleted. Reminders of it are cancelled.`}</p>,
      label: 'Delete task',
      busyLabel: 'Deleting...',
      act: () => remove.mutateAsync(undefined),
    })
  const state = doneAt !== null ? 'Done' : isLate ? 'Overdue' : 'Open'
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b>{title}</b>
          <Badge tone={state === 'Done' ? 'good' : state === 'Overdue' ? 'bad' : 'plain'}>{state}</Badge>
        </p>
        <p className="text-[.9375rem] text-soft">{`${assigneeName}, due ${getDay(dueOn)}`}</p>
      </div>
      <span className="flex items-center gap-1">
        <Button variant="outline" size="sm" isBusy={setState.isPending} onClick={() => setState.mutate(undefined)}>
          {doneAt === null ? 'Mark as done' : 'Reopen'}
          <span className="sr-only">{`: ${title}`}</span>
        </Button>
        <RowMenu
          name={title}
          actions={[
            { label: 'Edit', run: () => onEdit(task) },
            { label: 'Delete', run: askToDelete, isDestructive: true },
          ]}
        />
      </span>
    </div>
  )
}
