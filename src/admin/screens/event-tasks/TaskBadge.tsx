import { type EventTask, TASK_STATE_WORDS, type TaskState } from '#src/contract/event-task.ts'
import { Badge } from '#src/ui/Badge.tsx'

const TONE = {
  open: 'plain',
  submitted: 'waiting',
  returned: 'waiting',
  done: 'good',
  waived: 'plain',
} as const satisfies Record<TaskState, 'plain' | 'good' | 'waiting' | 'bad'>

/** The state of a task, and whether it is overdue. */
export function TaskBadge({ task: { state }, isLate }: { task: Pick<EventTask, 'state'>; isLate: boolean }) {
  const isMissing = state === 'open' || state === 'returned'
  return (
    <>
      {!(isLate && state === 'open') && <Badge tone={TONE[state]}>{TASK_STATE_WORDS[state]}</Badge>}
      {isLate && isMissing && <Badge tone="bad">Overdue</Badge>}
    </>
  )
}
