import { useState } from 'react'
import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'

const NoteDialog = lazyComponent(async () => (await import('./NoteDialog.tsx')).NoteDialog)

/** What administrators write to each other about an order. The buyer does not see it. */
export function NotesCard({ order: { id, notes } }: { order: OrderDetail }) {
  const [isWriting, setWriting] = useState(false)
  return (
    <DetailCard title="Notes">
      {notes.length === 0 && <p>No notes yet. Only administrators see them.</p>}
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
      <ActionButton onClick={() => setWriting(true)}>Add note</ActionButton>
      {isWriting && <NoteDialog orderId={id} onClose={() => setWriting(false)} />}
    </DetailCard>
  )
}
