import { zodResolver } from '@hookform/resolvers/zod'
import { Command } from 'cmdk'
import { type Ref, useDeferredValue, useState } from 'react'
import { useController, useForm, useFormContext } from 'react-hook-form'
import type { VendorEntry } from '#src/contract/vendor.ts'
import { LONGEST_CONTACT_NAME, type VendorInviteInput, vendorInviteInput } from '#src/contract/vendor-invite.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextField, useError } from '../../blocks/fields.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { vendors } from '../vendors/vendor-calls.ts'
import { inviteContact, STALE_CONTACTS } from './invite-calls.ts'

/** Invites one person of a vendor. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(vendorInviteInput),
    defaultValues: { vendorId: '', name: '', email: '' },
  })
  const save = useSave({
    save: (input: VendorInviteInput) => inviteContact(input),
    done: ({ name }) => `An invitation to ${name} is on its way`,
    failed: 'Failed to invite',
    stale: STALE_CONTACTS,
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Invite a contact"
      lead="They get an email with a link that works for 14 days. They need no account and no password."
      form={form}
      label="Send invitation"
      busyLabel="Sending..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(input) => save.mutate(input)}
    >
      <VendorField />
      <TextField name="name" label="Name" maxLength={LONGEST_CONTACT_NAME} autoComplete="off" />
      <TextField name="email" label="Email address" type="email" autoComplete="off" spellCheck={false} />
    </FormDialog>
  )
}

/** Searches the library for the vendor. Choosing one fills in its contact where nothing was typed. */
function VendorField() {
  const { setValue, getValues, setFocus } = useFormContext<VendorInviteInput>()
  const { field } = useController<VendorInviteInput, 'vendorId'>({ name: 'vendorId' })
  const error = useError('vendorId')
  const [chosen, setChosen] = useState<VendorEntry>()
  const choose = (vendor: VendorEntry) => {
    setChosen(vendor)
    setFocus('name')
    field.onChange(vendor.id)
    const { name, email } = getValues()
    if (name || email) return
    setValue('name', vendor.contactName ?? '')
    setValue('email', vendor.contactEmail ?? '')
  }
  if (!chosen) return <VendorSearch inputRef={field.ref} error={error} onPick={choose} />
  return (
    <div>
      <p className="font-semibold">Vendor</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 [overflow-wrap:anywhere]">
        {chosen.vendorName}
        <Button
          variant="link"
          size="sm"
          className="px-0!"
          onClick={() => {
            setChosen(undefined)
            field.onChange('')
            requestAnimationFrame(() => setFocus('vendorId'))
          }}
        >
          Choose another
        </Button>
      </p>
    </div>
  )
}

type SearchProps = {
  inputRef: Ref<HTMLInputElement>
  error: string | undefined
  onPick: (vendor: VendorEntry) => void
}

function VendorSearch({ inputRef, error, onPick }: SearchProps) {
  const [q, setQ] = useState('')
  const [pointed, point] = useState('')
  const asked = useDeferredValue(q.trim())
  const list = useList(['vendors', { q: asked }], (cursor) => vendors.page(asked, cursor))
  const isThere = list.data?.some(({ id }) => id === pointed)
  return (
    <Command
      label="Vendors"
      shouldFilter={false}
      value={isThere ? pointed : (list.data?.[0]?.id ?? '')}
      onValueChange={point}
      className="grid gap-2"
    >
      <Field label="Vendor" hint="Type the beginning of its name." error={error}>
        {(control) => (
          <Command.Input
            {...control}
            ref={inputRef}
            value={q}
            onValueChange={setQ}
            maxLength={100}
            className={inputClass({ isInvalid: error !== undefined })}
          />
        )}
      </Field>
      <Shown query={list} what="vendors">
        {(found) => (
          <Command.List className="max-h-48 overflow-auto rounded-lg border-2 border-line bg-surface p-1.5">
            {found.length === 0 && <p className="px-3 py-2">No vendors match your search.</p>}
            {found.map((vendor) => (
              <Command.Item
                key={vendor.id}
                value={vendor.id}
                onSelect={() => onPick(vendor)}
                className="admin-palette-item"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">{vendor.vendorName}</span>
              </Command.Item>
            ))}
          </Command.List>
        )}
      </Shown>
    </Command>
  )
}
