import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { BAN_ENDS, banEnd } from '#src/contract/ban-end.ts'
import { addressBanInput, BAN_DURATION } from '#src/contract/user.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { banAddress } from './user-calls.ts'

const fields = z.object({
  address: addressBanInput.shape.address,
  reason: addressBanInput.shape.reason,
  days: z.string(),
})

/** Bans an address by hand. */
export function BanAddressDialog({ onClose }: { onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { address: '', reason: '', days: '7' } })
  const save = useSave({
    save: banAddress,
    done: ({ address }) => `${address} is banned`,
    failed: 'Failed to ban the address',
    stale: [['bans']],
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Ban an address"
      form={form}
      label="Ban address"
      busyLabel="Banning..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ address, reason, days }) => save.mutate({ id, address, reason, until: banEnd(days, Date.now()) })}
    >
      <TextField
        name="address"
        label="Address"
        autoComplete="off"
        spellCheck={false}
        hint="For IPv6, the whole /64 network is banned, usually one household."
      />
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} hint="Shown to other admins." />
      <SelectField name="days" label={BAN_DURATION} options={BAN_ENDS} />
    </FormDialog>
  )
}
