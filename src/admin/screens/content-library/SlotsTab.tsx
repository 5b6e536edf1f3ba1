import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SLOT_NAMES, SLOTS } from '#src/contract/content-kinds.ts'
import { placeKey } from '#src/contract/content-place.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AddToSet } from '../../blocks/AddToSet.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { EventPicker } from '../event-parts/EventPicker.tsx'
import { eventQuery } from '../event-setup/event-calls.ts'
import { PlaceEditor } from './PlaceEditor.tsx'

/** The slots of the landing pages: what every event shows, and what one event shows in its place. */
export function SlotsTab() {
  const [{ event }, set] = useUrlState('/admin/library/content')
  const [isPicking, setPicking] = useState(false)
  const chosen = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  const whose = event === undefined ? 'Every event' : (chosen.data?.eventName ?? 'One event')
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="label text-[1.5rem] [overflow-wrap:anywhere]">{whose}</h2>
        <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
          Choose an event
        </Button>
        {event !== undefined && (
          <Button variant="ghost" size="sm" onClick={() => set({ event: undefined })}>
            Every event
          </Button>
        )}
      </div>
      <p className="max-w-2xl text-soft leading-snug">
        {event === undefined
          ? 'Each landing page shows these parts, unless its event has its own. Parts without blocks are not shown.'
          : 'A part with blocks of its own replaces what every event shows. A part without shows what every event shows.'}
      </p>
      <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
        {SLOT_NAMES.map((slot) => (
          <section key={slot} className="admin-panel px-5 py-5" aria-labelledby={`slot-${slot}`}>
            <h3 id={`slot-${slot}`} className="label mb-3 text-[1.375rem]">
              {SLOTS[slot].name}
            </h3>
            <PlaceEditor
              key={event}
              place={{ slot, eventId: event ?? null }}
              name={SLOTS[slot].name}
              tools={
                <AddToSet
                  variant="ghost"
                  subject={{
                    type: 'content_place',
                    id: placeKey({ slot, eventId: event ?? null }),
                    label: `${SLOTS[slot].name} of ${event === undefined ? 'every event' : whose}`,
                  }}
                />
              }
            />
          </section>
        ))}
      </div>
      <Dialog isOpen={isPicking} title="Choose an event" onClose={() => setPicking(false)}>
        <EventPicker
          autoFocus
          onPick={(id) => {
            setPicking(false)
            set({ event: id })
          }}
        />
      </Dialog>
    </div>
  )
}
