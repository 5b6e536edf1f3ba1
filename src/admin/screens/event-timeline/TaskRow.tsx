import type { EventTask } from '#src/contract/event-task.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { getDay } from '../../blocks/moment.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { links } from '../../links.ts'
import { TaskBadge } from '../event-tasks/TaskBadge.tsx'
import { useTaskActions } from '../event-tasks/use-task-actions.tsx'

type TaskRowProps = { eventId: string; task: EventTask; isLate: boolean; onEdit: (task: EventTask) => void }

/** One task: whose it is, when it is due and whether it is done. */
export function TaskRow({ eventId, task, isLate, onEdit }: TaskRowProps) {
  const { title, assigneeName, dueOn, doneAt } = task
  const { state, remove } = useTaskActions(eventId)
  const act = doneAt === null ? 'done' : 'reopen'
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b>{title}</b>
          <TaskBadge task={task} isLate={isLate} />
        </p>
        <p className="text-[.9375rem] text-soft">{`${assigneeName}, due ${getDay(dueOn)}`}</p>
      </div>
      <span className="flex items-center gap-1">
        {task.state === 'submitted' ? (
          <Button asChild variant="outline" size="sm">
            <AdminLink to={links.eventTasks(eventId, task.id)}>
              Review<span className="sr-only">{`: ${title}`}</span>
            </AdminLink>
          </Button>
        ) : (
          <Button
            variant="outline"
            size="sm"
            isBusy={state.isPending}
            onClick={() => state.mutate({ task, act: { act } })}
          >
            {act === 'done' ? 'Mark as done' : 'Reopen'}
            <span className="sr-only">{`: ${title}`}</span>
          </Button>
        )}
        <RowMenu name={title} actions={[{ label: 'Edit', run: () => onEdit(task) }, remove(task)]} />
      </span>
    </div>
  )
}
