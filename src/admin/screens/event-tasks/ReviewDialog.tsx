import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type EventTask, TASK_KIND_WORDS } from '#src/contract/event-task.ts'
import type { EventTaskDetail, NamedSubmission } from '#src/contract/task-answer.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { formatMoment, getDay } from '../../blocks/moment.ts'
import { FactList } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { TaskBadge } from './TaskBadge.tsx'
import { type TaskAct, taskQuery } from './task-calls.ts'
import { useTaskActions } from './use-task-actions.tsx'

type ReviewProps = { eventId: string; taskId: string; onClose: () => void }

/** A task with everything that was handed in for it, and the decision. */
export function ReviewDialog({ eventId, taskId, onClose }: ReviewProps) {
  const query = useQuery(taskQuery(eventId, taskId))
  const close = useCloseGuard(onClose)
  return (
    <Dialog isOpen title={query.data?.task.title ?? 'Task'} onClose={close}>
      <Shown query={query} what="the task">
        {(detail) => <Review eventId={eventId} detail={detail} onClose={onClose} />}
      </Shown>
    </Dialog>
  )
}

function Review({ eventId, detail, onClose }: { eventId: string; detail: EventTaskDetail; onClose: () => void }) {
  const { task, submissions } = detail
  return (
    <div className="grid gap-6">
      <FactList
        facts={[
          ['Who', task.assigneeName],
          ['Due', getDay(task.dueOn)],
          ['State', <TaskBadge key="state" task={task} isLate={false} />],
          ['Kind', `${TASK_KIND_WORDS[task.kind]}${task.isRequired ? '' : ', optional'}`],
          ...(task.help === null ? [] : [['Help', <Words key="help">{task.help}</Words>] as const]),
          ...(task.note === null ? [] : [[task.state === 'waived' ? 'Reason' : 'Note', task.note] as const]),
        ]}
      />
      <section className="grid gap-4" aria-labelledby="handed-in">
        <h3 id="handed-in" className="label text-[1.25rem]">
          Handed in
        </h3>
        {submissions.length === 0 && <p className="text-soft">Nothing has been submitted yet.</p>}
        {submissions.map((submission) => (
          <Submission key={submission.id} task={task} submission={submission} />
        ))}
      </section>
      <Decision key={task.version} eventId={eventId} task={task} onClose={onClose} />
    </div>
  )
}

const Words = ({ children }: { children: string }) => (
  <span className="whitespace-pre-line [overflow-wrap:anywhere]">{children}</span>
)

const STATES = { submitted: 'Waiting', returned: 'Returned', accepted: 'Accepted' } as const
const TONES = { submitted: 'waiting', returned: 'plain', accepted: 'good' } as const

function Submission({ task, submission }: { task: EventTask; submission: NamedSubmission }) {
  const { at, by, state, note } = submission
  return (
    <article className="grid gap-2 rounded-md border-2 border-line px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[.9375rem] text-soft">
        <Badge tone={TONES[state]}>{STATES[state]}</Badge>
        <span className="min-w-0 [overflow-wrap:anywhere]">{`${by}, ${formatMoment(at)}`}</span>
      </p>
      <Answer task={task} submission={submission} />
      {note && <Words>{`Note: ${note}`}</Words>}
    </article>
  )
}

function Answer({ task, submission: { answer, file } }: { task: EventTask; submission: NamedSubmission }) {
  if (answer.kind === 'text') return <Words>{answer.text}</Words>
  if (answer.kind === 'choice') return <Words>{answer.choice}</Words>
  if (answer.kind === 'acknowledgement') return <p>Confirmed</p>
  if (answer.kind === 'form')
    return (
      <FactList
        facts={answer.answers.map((text, at) => [task.options[at] ?? `${at + 1}`, <Words key={text}>{text}</Words>])}
      />
    )
  if (!file) return <p>The file was deleted.</p>
  return (
    <Button asChild variant="outline" size="sm" className="justify-self-start">
      <a href={`/api/admin/task-files/${file.id}`} download={file.name} className="[overflow-wrap:anywhere]">
        {`Download ${file.name} (${Math.ceil(file.size / 1024).toLocaleString('en-US')} KB)`}
      </a>
    </Button>
  )
}

/** What can be decided about a task in its state. Returning and waiving need a sentence. */
function Decision({ eventId, task, onClose }: { eventId: string; task: EventTask; onClose: () => void }) {
  const [asked, ask] = useState<'return' | 'waive'>()
  const { state } = useTaskActions(eventId)
  const send = (act: TaskAct) => state.mutate({ task, act }, { onSuccess: onClose })
  const isOver = task.state === 'done' || task.state === 'waived'
  if (asked) return <NoteForm act={asked} isBusy={state.isPending} onSend={send} onCancel={() => ask(undefined)} />
  const close = (
    <Button variant="ghost" onClick={onClose}>
      Close
    </Button>
  )
  if (isOver)
    return (
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" isBusy={state.isPending} onClick={() => send({ act: 'reopen' })}>
          Reopen
        </Button>
        {close}
      </div>
    )
  const isSubmitted = task.state === 'submitted'
  return (
    <div className="flex flex-wrap gap-3">
      <Button isBusy={state.isPending} onClick={() => send({ act: 'done' })}>
        {isSubmitted ? 'Accept' : 'Mark as done'}
      </Button>
      {isSubmitted && (
        <Button variant="outline" onClick={() => ask('return')}>
          Return with a note
        </Button>
      )}
      <Button variant="outline" onClick={() => ask('waive')}>
        Waive
      </Button>
      {close}
    </div>
  )
}

const WORDS = {
  return: {
    label: 'Note',
    hint: 'What needs to change. Emailed to the person who submitted it.',
    missing: 'Note is required',
    send: 'Return task',
  },
  waive: {
    label: 'Reason',
    hint: 'Why it is no longer needed. The person it is assigned to sees it.',
    missing: 'Reason is required',
    send: 'Waive task',
  },
} as const

type NoteProps = { act: 'return' | 'waive'; isBusy: boolean; onSend: (act: TaskAct) => void; onCancel: () => void }

function NoteForm({ act, isBusy, onSend, onCancel }: NoteProps) {
  const [note, type] = useState('')
  const [isTried, setTried] = useState(false)
  const { label, hint, missing, send } = WORDS[act]
  const isMissing = note.trim() === ''
  useUnloadWarning(!isMissing)
  const back = useCloseGuard(onCancel, () => !isMissing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isMissing && !isBusy) onSend({ act, note: note.trim() })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        maxLength={1000}
        value={note}
        error={isTried && isMissing ? missing : undefined}
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {send}
        </Button>
        <Button variant="outline" onClick={back}>
          Back
        </Button>
      </div>
    </form>
  )
}
