import { bulkSentence } from '#src/contract/bulk.ts'
import type { EventTask } from '#src/contract/event-task.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { changeOneByOne } from '../../blocks/one-by-one.ts'
import { BulkRow, OfSelected, type Selection, useBulk } from '../../blocks/selection.tsx'
import { changeTaskState, deleteTask, staleTasks } from './task-calls.ts'

type TaskBulkBarProps = {
  eventId: string
  tasks: readonly EventTask[]
  selection: Pick<Selection<EventTask>, 'selected' | 'setAll'>
}
type BulkAct = 'done' | 'delete'

/** In the row of filters: selects all tasks of the list, and accepts or deletes those that are selected. */
export function TaskBulkBar({ eventId, tasks, selection }: TaskBulkBarProps) {
  const { selected, setAll } = selection
  const bulk = useBulk({
    save: ({ act, chosen }: { act: BulkAct; chosen: readonly EventTask[] }) =>
      changeOneByOne(chosen, act === 'done' ? finishing(eventId) : { change: (task) => deleteTask(eventId, task) }),
    done: (results, { act }) => bulkSentence(['Task', 'tasks'], act === 'done' ? 'marked as done' : 'deleted', results),
    failed: 'Failed to update tasks',
    stale: staleTasks(eventId),
    getName: (id) => {
      const task = tasks.find((one) => one.id === id)
      return task ? getTaskName(task) : null
    },
    onDone: () => setAll(false),
  })
  return (
    <BulkRow what="tasks" count={tasks.length} selection={selection} bulk={bulk}>
      {(state) => (
        <>
          <Button size="sm" variant="outline" {...state} onClick={() => bulk.run({ act: 'done', chosen: selected })}>
            Mark as done
          </Button>
          <Button
            size="sm"
            variant="outline"
            {...state}
            onClick={() => askToDelete(selected.length, () => bulk.runNow({ act: 'delete', chosen: selected }))}
          >
            <OfSelected>Delete</OfSelected>
          </Button>
        </>
      )}
    </BulkRow>
  )
}

const finishing = (eventId: string) => ({
  change: (task: EventTask) => changeTaskState(eventId, task, { act: 'done' }),
  reasonAgainst: ({ state }: EventTask) => {
    if (state === 'waived') return 'It is waived. Reopen it first.'
    return state === 'done' ? 'It is already done.' : null
  },
})

/** The name of a task in a list: its title and whose it is. */
export const getTaskName = ({ title, assigneeName }: EventTask) => `${title} of ${assigneeName}`

function askToDelete(count: number, act: () => Promise<unknown>): void {
  const what = `Delete ${plural(count, 'task')}`
  confirm({
    title: `${what}?`,
    message: 'Everything that was handed in for them is deleted too, permanently. Reminders of them are cancelled.',
    label: what,
    busyLabel: 'Deleting...',
    act,
  })
}
