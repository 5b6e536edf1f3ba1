import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { rejectionInput } from '#src/contract/user.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'

type RejectDialogProps = {
  names: readonly string[]
  isBusy: boolean
  onReject: (reason: string) => void
  onClose: () => void
}

const SHOWN_NAMES = 5

/** Asks why: whoever is rejected reads it in their mail and on their account page. */
export function RejectDialog({ names, isBusy, onReject, onClose }: RejectDialogProps) {
  const form = useForm({ resolver: zodResolver(rejectionInput), defaultValues: { reason: '' } })
  const rest = names.length - SHOWN_NAMES
  return (
    <FormDialog
      title={names.length === 1 ? `Reject ${names[0]}` : `Reject ${names.length} people`}
      lead={names.length > 1 && `${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`}
      form={form}
      label="Reject"
      busyLabel="Rejecting..."
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={({ reason }) => onReject(reason)}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        rows={3}
        maxLength={500}
        hint="Shown in the email and on their account page. They can still sign in and read."
      />
    </FormDialog>
  )
}
