import { useEffect, useRef, useState } from 'react'
import { TASK_STATE_WORDS } from '#src/contract/event-task.ts'
import type { AssignedTask, TaskSubmission } from '#src/contract/task-answer.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { formatDate } from '../format-instant.ts'
import { AnswerForm } from './AnswerForm.tsx'
import type { TaskCalls } from './task-calls.ts'

type TaskListProps = { tasks: readonly AssignedTask[]; calls: TaskCalls }

const isToDo = ({ state }: AssignedTask) => state === 'open' || state === 'returned'

/** What has to be done, then what waits for the organizers, then what is over, folded. */
export function TaskList({ tasks, calls }: TaskListProps) {
  const todo = tasks.filter(isToDo)
  const waiting = tasks.filter(({ state }) => state === 'submitted')
  const over = tasks.filter(({ state }) => state === 'done' || state === 'waived')
  const list = useFocusAfterAnswer(tasks)
  if (tasks.length === 0) return <p className="text-[1.125rem]">There is nothing to do for you at the moment.</p>
  return (
    <div ref={list} tabIndex={-1} className="grid gap-8 outline-none">
      {todo.length === 0 && <p className="text-[1.125rem]">You have done everything. Thank you.</p>}
      <Tasks tasks={todo} calls={calls} />
      {waiting.length > 0 && (
        <div className="grid gap-4">
          <p className="font-semibold">Waiting for our review</p>
          <Tasks tasks={waiting} calls={calls} />
        </div>
      )}
      {over.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">{`Done (${over.length})`}</summary>
          <Tasks tasks={over} calls={calls} />
        </details>
      )}
    </div>
  )
}

/** Once a task was answered, its card moves, and its button is gone: the keyboard goes to the first task that is left. */
function useFocusAfterAnswer(tasks: readonly AssignedTask[]) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(tasks)
  useEffect(() => {
    if (before.current !== tasks && document.activeElement === document.body)
      (list.current?.querySelector<HTMLElement>('[data-to-do]') ?? list.current)?.focus()
    before.current = tasks
  }, [tasks])
  return list
}

function Tasks({ tasks, calls }: TaskListProps) {
  if (tasks.length === 0) return null
  return (
    <ul className="grid gap-5">
      {tasks.map((task) => (
        <TaskCard key={`${task.id} ${task.state} ${task.submission?.id}`} task={task} calls={calls} />
      ))}
    </ul>
  )
}

function TaskCard({ task, calls }: { task: AssignedTask; calls: TaskCalls }) {
  const [isOpen, setOpen] = useState(false)
  const { title, help, note, state, submission, isRequired } = task
  const isAnswerable = isToDo(task) || (state === 'submitted' && isOpen)
  return (
    <li
      data-to-do={isToDo(task) || undefined}
      tabIndex={-1}
      className="plate grid gap-4 px-5 py-4 outline-none sm:px-7 sm:py-6"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TaskState task={task} />
          <span className="text-[.9375rem]">{`Due ${task.due}${isRequired ? '' : ', optional'}`}</span>
        </p>
        <h3 className="label mt-2 text-[1.5rem] leading-tight [overflow-wrap:anywhere]">{title}</h3>
        <p className="mt-1 text-[.9375rem] text-soft [overflow-wrap:anywhere]">{task.eventName}</p>
      </div>
      {help && <p className="whitespace-pre-line leading-snug [overflow-wrap:anywhere]">{help}</p>}
      {note && (
        <p className="whitespace-pre-line rounded-md border-2 border-line px-4 py-3 leading-snug [overflow-wrap:anywhere]">
          <b>{state === 'waived' ? 'No longer needed: ' : 'Please change this: '}</b>
          {note}
        </p>
      )}
      {submission && <Submitted task={task} submission={submission} calls={calls} />}
      {isAnswerable && <AnswerForm task={task} calls={calls} />}
      {state === 'submitted' && !isOpen && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          Send something else<span className="sr-only"> for {title}</span>
        </Button>
      )}
    </li>
  )
}

function TaskState({ task: { state, isOverdue } }: { task: AssignedTask }) {
  if (isOverdue && (state === 'open' || state === 'returned')) return <Badge tone="bad">Overdue</Badge>
  const tone = { open: 'plain', submitted: 'waiting', returned: 'waiting', done: 'good', waived: 'plain' } as const
  return <Badge tone={tone[state]}>{TASK_STATE_WORDS[state]}</Badge>
}

type SubmittedProps = { task: AssignedTask; submission: TaskSubmission; calls: TaskCalls }

/** What was sent last. */
function Submitted({ task, submission: { at, answer, file }, calls: { fileHref } }: SubmittedProps) {
  return (
    <div className="grid gap-1 text-[.9375rem] leading-snug">
      <p className="text-soft">{`Sent ${formatDate(at)}`}</p>
      {answer.kind === 'text' && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{answer.text}</p>}
      {answer.kind === 'choice' && <p className="[overflow-wrap:anywhere]">{answer.choice}</p>}
      {answer.kind === 'acknowledgement' && <p>Confirmed</p>}
      {answer.kind === 'form' && (
        <dl className="grid gap-2">
          {answer.answers.map((text, at) => (
            <div key={`${task.options[at]}`}>
              <dt className="text-soft">{task.options[at]}</dt>
              <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {file &&
        (fileHref ? (
          <a
            href={fileHref(file.id)}
            download={file.name}
            className="flex min-h-11 items-center underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {file.name}
          </a>
        ) : (
          <p className="[overflow-wrap:anywhere]">{file.name}</p>
        ))}
    </div>
  )
}
