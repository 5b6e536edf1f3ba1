import { useId, useState } from 'react'
import { z } from 'zod'
import type { AssignedTask, TaskAnswer } from '#src/contract/task-answer.ts'
import { FieldError } from '#src/ui/Field.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { Form } from '../forms/Form.tsx'
import type { FieldErrors } from '../forms/form-store.ts'
import { notify } from '../toasts.ts'
import { acceptOf, createHandIn, type TaskCalls } from './task-calls.ts'

type AnswerFormProps = { task: AssignedTask; calls: TaskCalls }

/** What a form of each kind sends, by the names of its fields. */
type Fields = Record<string, string | File>

const typed = (max: number, label: string) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} must be at most ${max} characters`)

/** The fields that a task needs. */
function schemaOf({ kind, options }: AssignedTask): z.ZodType<Fields> {
  if (kind === 'text') return z.object({ text: typed(5000, 'Text') })
  if (kind === 'choice') return z.object({ choice: z.string().min(1, 'Choose one') })
  if (kind === 'form')
    return z.object(Object.fromEntries(options.map((_, at) => [`answer${at}`, typed(2000, 'Answer')])))
  if (kind === 'acknowledgement') return z.object({})
  return z.object({ file: z.instanceof(File) })
}

function toAnswer({ kind, options }: AssignedTask, fields: Fields): TaskAnswer {
  const text = (name: string) => String(fields[name] ?? '')
  if (kind === 'text') return { kind, text: text('text') }
  if (kind === 'choice') return { kind, choice: text('choice') }
  if (kind === 'form') return { kind, answers: options.map((_, at) => text(`answer${at}`)) }
  return { kind: 'acknowledgement', isConfirmed: true }
}

/** Hands in one task, once however often the same thing is sent. */
export function AnswerForm({ task, calls }: AnswerFormProps) {
  const [handIn] = useState(createHandIn)
  const isFile = task.kind === 'file' || task.kind === 'image'
  const isConfirmation = task.kind === 'acknowledgement'
  const send = (fields: Fields) =>
    handIn(calls, task, isFile ? (fields.file instanceof File ? fields.file : null) : toAnswer(task, fields))
  return (
    <Form
      label={isConfirmation ? 'Confirm' : 'Send'}
      busyLabel={isConfirmation ? 'Confirming...' : 'Sending...'}
      look={{ variant: 'default' }}
      schema={schemaOf(task)}
      wording={{ failed: 'This could not be sent. Please try again.' }}
      send={send}
      onDone={async ({ state }) => {
        notify({ kind: 'success', message: state === 'done' ? 'Confirmed. Thank you.' : 'Sent. Thank you.' })
        await calls.reload()
      }}
    >
      {(errors) => <AnswerFields task={task} errors={errors} />}
    </Form>
  )
}

function AnswerFields({ task, errors }: { task: AssignedTask; errors: FieldErrors }) {
  const { kind, options, title } = task
  if (kind === 'acknowledgement') return null
  if (kind === 'text')
    return (
      <TextArea name="text" label="Your answer" aria-label={`Your answer: ${title}`} rows={4} error={errors.text} />
    )
  if (kind === 'choice')
    return (
      <Select
        name="choice"
        label="Your choice"
        aria-label={`Your choice: ${title}`}
        error={errors.choice}
        options={[['', 'Choose'], ...options.map((option) => [option, option] as const)]}
      />
    )
  if (kind === 'form')
    return options.map((question, at) => (
      <TextArea key={question} name={`answer${at}`} label={question} rows={2} error={errors[`answer${at}`]} />
    ))
  return <FileField task={task} error={errors.file} />
}

function FileField({ task: { kind, title }, error }: { task: AssignedTask; error: string | undefined }) {
  const id = useId()
  const what = kind === 'image' ? 'PNG, JPEG, WebP or AVIF' : 'PDF, image, Word, Excel, PowerPoint or text'
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-semibold leading-snug">
        {kind === 'image' ? 'Image' : 'File'}
        <span className="sr-only">: {title}</span>
      </label>
      <input
        id={id}
        type="file"
        name="file"
        accept={acceptOf(kind)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}hint${error ? ` ${id}error` : ''}`}
        className="min-h-11 w-full min-w-0 cursor-pointer file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-md file:border-2 file:border-current file:bg-transparent file:px-4 file:font-semibold"
      />
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
      <p id={`${id}hint`} className="text-[.9375rem] text-soft leading-snug">{`${what}, up to 2 MB.`}</p>
    </div>
  )
}
