import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { BAN_ENDS, banEnd } from '#src/contract/ban-end.ts'
import {
  addressBanInput,
  BAN_ADDRESS,
  BAN_DURATION,
  BAN_THIS_ADDRESS,
  type BanInput,
  banInput,
  rejectionInput,
} from '#src/contract/user.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { banAddress, userCalls, useUserChange } from './user-calls.ts'

type RejectDialogProps = {
  names: readonly string[]
  isBusy: boolean
  onReject: (reason: string) => void
  onClose: () => void
}

const SHOWN_NAMES = 5

/** Asks for the reason, which rejected people read in their email and on their account page. */
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

const banFields = z.object({ reason: banInput.shape.reason, days: z.string() })

/** Asks why and for how long. */
export function BanDialog({ id, username, onClose }: { id: string; username: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(banFields), defaultValues: { reason: '', days: '7' } })
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

const addressBanFields = z.object({
  address: addressBanInput.shape.address,
  reason: addressBanInput.shape.reason,
  days: z.string(),
})

/** Bans an address by hand. */
export function BanAddressDialog({ onClose }: { onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    resolver: zodResolver(addressBanFields),
    defaultValues: { address: '', reason: '', days: '7' },
  })
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
      title={BAN_ADDRESS}
      form={form}
      label={BAN_THIS_ADDRESS}
      busyLabel="Banning..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ address, reason, days }) => save.mutate({ id, address, reason, until: banEnd(days, Date.now()) })}
    >
      <TextField
        name="address"
        label="IP address"
        autoComplete="off"
        spellCheck={false}
        hint="For IPv6, the whole /64 network is banned, usually one household."
      />
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} hint="Shown to other admins." />
      <SelectField name="days" label={BAN_DURATION} options={BAN_ENDS} />
    </FormDialog>
  )
}
