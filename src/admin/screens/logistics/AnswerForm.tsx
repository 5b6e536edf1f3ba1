import { type FormEvent, useState } from 'react'
import type { Answers, AnswerValue } from '#src/contract/logistics.ts'
import type { OnBehalfInput } from '#src/contract/logistics-board.ts'
import { fieldSchema } from '#src/contract/logistics-input.ts'
import type { FieldKind, LogisticsField, LogisticsSection } from '#src/contract/logistics-sections.ts'
import { notify } from '#src/islands/toasts.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { answerOnBehalf, LOGISTICS } from './logistics-calls.ts'

type AnswerFormProps = {
  eventId: string
  personId: string
  definition: LogisticsSection
  answers: Answers
  onDone: () => void
}

type Values = Record<string, string>
const SOURCES = [
  ['phone', 'By phone'],
  ['mail', 'By mail'],
] as const
const TYPES: Partial<Record<FieldKind, string>> = { date: 'date', time: 'time', phone: 'tel' }

/** Stores what somebody said on the phone or in a mail. Each field is saved by itself, as they would have done. */
export function AnswerForm({ eventId, personId, definition, answers, onDone }: AnswerFormProps) {
  const [stored] = useState<Values>(() =>
    Object.fromEntries(definition.fields.map(({ key }) => [key, String(answers[key]?.value ?? '')])),
  )
  const [values, setValues] = useState(stored)
  const isDirty = definition.fields.some(({ key }) => values[key] !== stored[key])
  useUnloadWarning(isDirty)
  const cancel = useCloseGuard(onDone, () => isDirty)
  const [source, setSource] = useState<OnBehalfInput['source']>('phone')
  const [errors, setErrors] = useState<Values>({})
  const save = useSave({
    save: (given: Map<LogisticsField, AnswerValue>) =>
      saveEach({ eventId, personId, definition, answers }, given, source),
    done: 'Answers saved',
    failed: 'Failed to save the answers',
    stale: [[LOGISTICS, eventId]],
    onDone: (kept) => {
      if (kept.length > 0)
        notify({ kind: 'error', message: `Someone else changed these, so they were not saved: ${kept.join(', ')}.` })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = definition.fields.map(
      (field) => [field, fieldSchema(field).safeParse(toValue(field, values))] as const,
    )
    const wrong = checked.flatMap(([{ key }, { error }]) => (error ? [[key, error.issues[0]?.message ?? '']] : []))
    setErrors(Object.fromEntries(wrong))
    if (wrong.length > 0 || save.isPending) return
    save.mutate(new Map(checked.map(([field, { data = null }]) => [field, data])))
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {definition.fields.map((field) => (
        <AnswerField
          key={field.key}
          field={field}
          value={values[field.key] ?? ''}
          error={errors[field.key]}
          onChange={(text) => setValues({ ...values, [field.key]: text })}
        />
      ))}
      <Select
        label="Source"
        value={source}
        onChange={({ target }) => setSource(target.value === 'mail' ? 'mail' : 'phone')}
        options={SOURCES}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isBusy={save.isPending}>
          Save answers
        </Button>
        <Button variant="outline" size="sm" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function toValue({ key, kind }: LogisticsField, values: Values): AnswerValue {
  const text = values[key]?.trim() ?? ''
  if (text === '') return null
  return kind === 'number' ? Number(text) : text
}

type Saved = Pick<AnswerFormProps, 'eventId' | 'personId' | 'definition' | 'answers'>

/** Saves the fields that changed; the labels of those that somebody else had changed since. */
async function saveEach(
  { eventId, personId, definition, answers }: Saved,
  given: ReadonlyMap<LogisticsField, AnswerValue>,
  source: OnBehalfInput['source'],
): Promise<string[]> {
  const kept: string[] = []
  for (const [{ key: field, label }, value] of given) {
    const before = answers[field] ?? { value: null, version: 0 }
    if (before.value === value) continue
    const input = { section: definition.key, field, value, version: before.version, source }
    const { isSaved } = await answerOnBehalf(eventId, personId, input)
    if (!isSaved) kept.push(label)
  }
  return kept
}

type AnswerFieldProps = {
  field: LogisticsField
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function AnswerField({ field: { label, kind, hint, options = [] }, value, error, onChange }: AnswerFieldProps) {
  const shared = { label, hint, error, value }
  if (kind === 'choice') {
    const choices = [['', 'No answer'], ...options] as const
    return <Select {...shared} options={choices} onChange={({ target }) => onChange(target.value)} />
  }
  if (kind === 'long')
    return <TextArea {...shared} rows={3} maxLength={2000} onChange={({ target }) => onChange(target.value)} />
  return (
    <TextInput
      {...shared}
      type={TYPES[kind] ?? 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      maxLength={200}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
