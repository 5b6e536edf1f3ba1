import { useRef } from 'react'
import { answerText } from '#src/contract/logistics.ts'
import type { LogisticsField } from '#src/contract/logistics-sections.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import type { FieldState } from './autosave.ts'
import { autosave } from './form.ts'

/** A question: its input, its save status, and any conflicting value. */
export function AnswerField({ place, state }: { place: string; state: FieldState }) {
  const { field, typed, phase, error } = state
  const box = useRef<HTMLDivElement>(null)
  const choose = (act: (place: string) => void) => {
    act(place)
    focusFirst(box.current)
  }
  return (
    <div ref={box}>
      <Control
        field={field}
        typed={typed}
        error={error}
        onEdit={(text) => autosave.edit(place, text)}
        onLeave={() => autosave.flush(place)}
      />
      {PHASES[phase] && <p className="mt-1 text-[.9375rem] text-soft">{PHASES[phase]}</p>}
      {phase === 'conflict' && <Conflict state={state} onChoose={choose} />}
    </div>
  )
}

/** Brings the keyboard to the first control of a part of the page, when the button that had it has gone. */
export function focusFirst(part: HTMLElement | null): void {
  part?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
}

const PHASES: Partial<Record<FieldState['phase'], string>> = {
  saving: 'Saving...',
  failed: 'Not saved yet. We keep trying.',
}

type ConflictProps = { state: FieldState; onChoose: (act: (place: string) => void) => void }

/** Two values of one field: nothing is overwritten before somebody chooses. */
function Conflict({ state: { field, typed, answer }, onChoose }: ConflictProps) {
  const theirs = answerText(field, answer.value) || 'no answer'
  return (
    <div role="alert" className="note mt-3">
      <strong className="block">This was changed in another window.</strong>
      <p className="wrap-anywhere">Saved there: {theirs}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => onChoose(autosave.keepMine)}>
          Keep “{answerText(field, typed) || 'no answer'}”
        </Button>
        <Button variant="outline" onClick={() => onChoose(autosave.takeTheirs)}>
          Use “{theirs}”
        </Button>
      </div>
    </div>
  )
}

const TYPES = { text: 'text', phone: 'tel', date: 'date', time: 'time', number: 'text' } as const

type ControlProps = {
  field: LogisticsField
  typed: string
  error?: string | undefined
  onEdit: (typed: string) => void
  onLeave?: () => void
}

/** The control of a question, by its kind. */
export function Control({ field, typed, error, onEdit, onLeave }: ControlProps) {
  const { kind, label, hint, isRequired, options = [] } = field
  const shared = {
    label: isRequired ? `${label} *` : label,
    hint,
    error,
    value: typed,
    required: isRequired ?? false,
    onBlur: onLeave,
  }
  if (kind === 'choice')
    return (
      <Select
        {...shared}
        options={[['', 'Choose...'], ...options]}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
    )
  if (kind === 'long') return <TextArea {...shared} rows={3} onChange={(event) => onEdit(event.currentTarget.value)} />
  return (
    <TextInput
      {...shared}
      type={TYPES[kind]}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  )
}
