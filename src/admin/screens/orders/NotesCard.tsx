import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type OrderDetail, orderNote } from '#src/contract/shop-order-admin.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { addOrderNote } from './order-calls.ts'

const blank = () => ({ id: crypto.randomUUID(), text: '' })

/** What administrators write to each other about an order. The buyer does not see it. */
export function NotesCard({ order: { id, notes } }: { order: OrderDetail }) {
  const form = useForm({ resolver: zodResolver(orderNote), defaultValues: blank() })
  const save = useSave({
    save: (note: { id: string; text: string }) => addOrderNote(id, note),
    done: 'Note added',
    failed: 'Failed to add the note',
    stale: [['order', id]],
    onDone: () => form.reset(blank()),
  })
  return (
    <DetailCard title="Notes">
      {notes.length > 0 && (
        <ul className="grid w-full gap-3">
          {notes.map(({ id: noteId, text, writtenBy, createdAt }) => (
            <li key={noteId}>
              <p className="whitespace-pre-line">{text}</p>
              <p className="text-[.875rem] text-soft">{`${writtenBy}, ${formatMoment(createdAt)}`}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="w-full">
        <EditForm form={form} label="Add note" isBusy={save.isPending} onSubmit={(note) => save.mutate(note)}>
          <TextAreaField name="text" label="New note" rows={2} hint="Only administrators see it." />
        </EditForm>
      </div>
    </DetailCard>
  )
}
