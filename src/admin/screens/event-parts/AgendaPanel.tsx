import { useState } from 'react'
import { type EventAgendaPart, MOST_PARTS } from '#src/contract/event-parts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { PartsPanel } from './PartsPanel.tsx'
import { agendaList } from './part-lists.ts'
import { useParts } from './use-parts.ts'

const AgendaDialog = lazyComponent(async () => (await import('./AgendaDialog.tsx')).AgendaDialog)

/** The day of an event, entry by entry. */
export function AgendaPanel({ eventId }: { eventId: string }) {
  const [editing, edit] = useState<EventAgendaPart | 'new'>()
  const parts = useParts(agendaList, eventId)
  return (
    <>
      <PartsPanel
        list={agendaList}
        parts={parts}
        body={(part) => <AgendaBody part={part} />}
        onEdit={edit}
        actions={({ items }) => (
          <Button
            disabled={items.length >= MOST_PARTS}
            title={items.length >= MOST_PARTS ? `An agenda has at most ${MOST_PARTS} entries` : undefined}
            onClick={() => edit('new')}
          >
            Add agenda entry
          </Button>
        )}
        empty={
          <Empty title="No agenda entries on this event">
            Visitors see the standard agenda until you add an entry. To add a whole day, use an agenda template in the
            event setup.
          </Empty>
        }
      />
      {editing && (
        <AgendaDialog
          eventId={eventId}
          parts={parts}
          part={editing === 'new' ? undefined : editing}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  )
}

/** An entry of the day: when, what, and what about it. */
function AgendaBody({ part: { timeSlot, title, description } }: { part: EventAgendaPart }) {
  return (
    <span className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-4 leading-snug">
      <span className="w-28 shrink-0 font-semibold tabular-nums">{timeSlot}</span>
      <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <b className="block">{title}</b>
        {description && <span className="text-[.9375rem] text-soft">{description}</span>}
      </span>
    </span>
  )
}
