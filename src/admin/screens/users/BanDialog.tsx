import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { BAN_ENDS, banEnd } from '#src/contract/ban-end.ts'
import { BAN_DURATION, type BanInput, banInput } from '#src/contract/user.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { SelectField, TextAreaField } from '../../blocks/fields.tsx'
import { useUserChange } from './use-user-change.ts'
import { userCalls } from './user-calls.ts'

const fields = z.object({ reason: banInput.shape.reason, days: z.string() })

/** Asks why and for how long. */
export function BanDialog({ id, username, onClose }: { id: string; username: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { reason: '', days: '7' } })
  const save = useUserChange<BanInput>({
    save: userCalls(id).ban,
    done: `${username} is banned`,
    failed: 'Failed to ban',
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Ban ${username}`}
      lead="They are signed out everywhere and cannot sign in until the ban ends."
      form={form}
      label="Ban"
      busyLabel="Banning..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ reason, days }) => save.mutate({ reason, until: banEnd(days, Date.now()) })}
    >
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} hint="Shown to other admins." />
      <SelectField name="days" label={BAN_DURATION} options={BAN_ENDS} />
    </FormDialog>
  )
}
