import type { EventTask } from '#src/contract/event-task.ts'
import { confirm } from '../../blocks/confirm.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useSave } from '../../blocks/use-save.ts'
import { changeTaskState, deleteTask, staleTasks, type TaskAct } from './task-calls.ts'

const DONE = {
  done: 'Task marked as done',
  reopen: 'Task reopened',
  return: 'Task returned',
  waive: 'Task waived',
} as const satisfies Record<TaskAct['act'], string>

/** What can be done with a task of an event without its form. */
export function useTaskActions(eventId: string) {
  const stale = staleTasks(eventId)
  const state = useSave({
    save: ({ task, act }: { task: EventTask; act: TaskAct }) => changeTaskState(eventId, task, act),
    done: (_, { act }) => DONE[act.act],
    failed: 'Failed to update task',
    stale,
  })
  const removal = useSave({
    save: (task: EventTask) => deleteTask(eventId, task),
    done: 'Task deleted',
    failed: 'Failed to delete task',
    stale,
  })
  const remove = (task: EventTask): RowAction => ({
    label: 'Delete',
    isDestructive: true,
    run: () =>
      confirm({
        title: 'Delete this task?',
        message: (
          <p>{`“${task.title}” of ${task.assigneeName} will be permanently deleted, with everything that was handed in for it. Reminders of it are cancelled.`}</p>
        ),
        label: 'Delete task',
        busyLabel: 'Deleting...',
        act: () => removal.mutateAsync(task),
      }),
  })
  return { state, remove }
}
