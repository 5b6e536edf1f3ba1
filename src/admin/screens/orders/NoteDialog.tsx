import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { orderNote } from '#src/contract/shop-order-admin.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { addOrderNote } from './order-calls.ts'

/** A note about an order. Its id is chosen before it is sent, so that a second press adds none. */
export function NoteDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    resolver: zodResolver(orderNote),
    defaultValues: { id, text: '' },
  })
  const save = useSave({
    save: (note: { id: string; text: string }) => addOrderNote(orderId, note),
    done: 'Note added',
    failed: 'Failed to add the note',
    stale: [['order', orderId]],
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Add note"
      form={form}
      label="Add note"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(note) => save.mutate(note)}
    >
      <TextAreaField name="text" label="Note" rows={4} hint="Only administrators see it." />
    </FormDialog>
  )
}
