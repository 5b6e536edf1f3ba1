import type { ReportType } from '#src/contract/report.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import type { FieldErrors } from '../forms/form-store.ts'
import { CharacterCount } from './CharacterCount.tsx'
import type { ReportFields } from './draft.ts'

const ASKED: Record<ReportType, string> = {
  problem: 'What you did, what happened, and what should have happened.',
  improvement: 'What you would change, and what it would help you do.',
}

type ReportInputsProps = {
  fields: ReportFields
  errors: FieldErrors
  /** What is on its way is not changed any more. */
  isBusy: boolean
  onEdit: (change: Partial<ReportFields>) => void
}

/** What is told, and who may be asked about it. Each field's mistake stands below it. (product 2) */
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
        hint={<CharacterCount text={fields.description}>{ASKED[fields.reportType]}</CharacterCount>}
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
