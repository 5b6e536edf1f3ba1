import type { ReactNode } from 'react'
import { DESCRIPTION_LENGTH, type ReportType } from '#src/contract/report.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import type { FieldErrors } from '../forms/form-store.ts'
import type { ReportFields } from './report-draft.ts'

const DESCRIPTION_HINTS: Record<ReportType, string> = {
  problem: 'What you did, what happened, and what should have happened.',
  improvement: 'What you would change, and what it would help you do.',
}

type ReportInputsProps = {
  fields: ReportFields
  errors: FieldErrors
  /** A report that is being sent can no longer be changed. */
  isBusy: boolean
  onEdit: (change: Partial<ReportFields>) => void
}

/** The title, the description and the reporter's email address. The error of each field is below it. (product 2) */
export function ReportInputs({ fields, errors, isBusy, onEdit }: ReportInputsProps) {
  return (
    <>
      <TextInput
        label="Title"
        name="title"
        required
        autoComplete="off"
        readOnly={isBusy}
        value={fields.title}
        onChange={(event) => onEdit({ title: event.currentTarget.value })}
        error={errors.title}
      />
      <TextArea
        label="Description"
        name="description"
        rows={4}
        required
        readOnly={isBusy}
        value={fields.description}
        onChange={(event) => onEdit({ description: event.currentTarget.value })}
        error={errors.description}
        hint={<CharacterCount text={fields.description}>{DESCRIPTION_HINTS[fields.reportType]}</CharacterCount>}
      />
      <TextInput
        label="Email"
        name="reporter_email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={isBusy}
        value={fields.email}
        onChange={(event) => onEdit({ email: event.currentTarget.value })}
        error={errors.reporter_email}
        hint="A verification link will be sent to this address."
      />
    </>
  )
}

const { min, max } = DESCRIPTION_LENGTH
/** From this many characters left, screen readers announce the count at every tenth character. */
const CLOSE = 100
const bound = max.toLocaleString('en-US')

/** The number of code points without surrounding space, as the rule counts them. (decision 0004) */
export function countCharacters(text: string): number {
  return [...text.trim()].length
}

/** The hint of the field, and how many of the allowed characters are used. */
function CharacterCount({ text, children }: { text: string; children: ReactNode }) {
  const length = countCharacters(text)
  const left = max - length
  const isOver = left < 0
  const rounded = Math.floor(left / 10) * 10
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <span>
        {children}
        {length < min && ` At least ${min} characters.`}
      </span>
      <span className={`shrink-0 tabular-nums ${isOver ? 'font-semibold text-stop-ink' : ''}`}>
        {length.toLocaleString('en-US')} / {bound}
        <span className="sr-only"> characters</span>
      </span>
      <span role="status" className="sr-only">
        {isOver ? 'Too long' : left <= CLOSE && `${rounded} characters left`}
      </span>
    </div>
  )
}
