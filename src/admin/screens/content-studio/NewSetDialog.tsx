import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { STUDIO } from '#src/contract/change-set.ts'
import { type NewChangeSet, newChangeSet } from '#src/contract/change-set-input.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { CHANGE_SETS, createSet } from './change-set-calls.ts'

/** Makes a set and opens it. */
export function NewSetDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<z.input<typeof newChangeSet>, unknown, NewChangeSet>({
    resolver: zodResolver(newChangeSet),
    defaultValues: { id: crypto.randomUUID(), name: '', note: '' },
  })
  const save = useSave({
    save: createSet,
    failed: 'Failed to create change set',
    stale: [[CHANGE_SETS]],
    onDone: ({ id }) => navigate(links.changeSet(id)),
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      form={form}
      onSubmit={(input) => save.mutate(input)}
      isBusy={save.isPending}
      title={STUDIO.newSet}
      label="Create change set"
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={100} hint="What goes live with it: “Spring prices”." />
      <TextAreaField name="note" label="Note" rows={3} hint="Optional. The reviewer sees it." />
    </FormDialog>
  )
}
