import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { optionsLabel, TASK_KIND_WORDS, TASK_KINDS, type TaskKind } from '#src/contract/event-task.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { CheckField, SelectField, TextAreaField, TextField, toNumber, useError } from '../../blocks/fields.tsx'

/** What the fields of a task are called, in its form and where two versions are compared. */
export const TASK_LABELS = {
  title: 'Task',
  kind: 'Type of submission',
  dueDays: 'Due',
  help: 'Help',
  options: 'Options or questions',
  isRequired: 'Required',
}

/** How the fields of a task that are no text are shown where two versions are compared. */
export const TASK_TEXTS = {
  options: (options: readonly string[]) => options.join('\n'),
  isRequired: (isRequired: boolean) => (isRequired ? 'Yes' : 'No'),
}

const KIND_OPTIONS = TASK_KINDS.map((kind): [TaskKind, string] => [kind, TASK_KIND_WORDS[kind]])

export function TitleField() {
  return <TextField name="title" label={TASK_LABELS.title} maxLength={200} autoComplete="off" />
}

/** What is asked for: the kind with its options or questions, the help text, and whether it is required. */
export function TaskContentFields() {
  return (
    <>
      <SelectField name="kind" label={TASK_LABELS.kind} hint={<KindHint />} options={KIND_OPTIONS} />
      <OptionsField />
      <TextAreaField name="help" label={TASK_LABELS.help} rows={3} hint="Optional. What a good answer contains." />
      <CheckField name="isRequired" label="Required" hint="Optional tasks are labeled." />
    </>
  )
}

const HINTS = {
  file: 'A PDF, image, Office document or text file of up to 2 MB.',
  image: 'A PNG, JPEG, WebP or AVIF image of up to 2 MB.',
  text: 'Up to 5,000 characters.',
  choice: 'One of your options.',
  acknowledgement: 'A confirmation that it was read or done. It needs no review.',
  form: 'An answer to each of your questions.',
} as const satisfies Record<TaskKind, string>

function KindHint() {
  const kind: TaskKind = useWatch({ name: 'kind' })
  return HINTS[kind]
}

/** The options of a choice or the questions of a form, one on each line. */
function OptionsField() {
  const kind: TaskKind = useWatch({ name: 'kind' })
  const { field } = useController({ name: 'options' })
  const error = useError('options')
  const label = optionsLabel(kind)
  if (label === undefined) return null
  const typed: readonly string[] = field.value
  return (
    <TextArea
      label={label}
      hint="One on each line. At most 20."
      ref={field.ref}
      rows={4}
      value={typed.join('\n')}
      error={error}
      onBlur={field.onBlur}
      onChange={({ target }) => field.onChange(target.value.split('\n'))}
    />
  )
}

/** Days before or after the event's day. */
export function DueField() {
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
        label={TASK_LABELS.dueDays}
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
