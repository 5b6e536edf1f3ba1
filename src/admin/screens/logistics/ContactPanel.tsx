import { useState } from 'react'
import { contactLine } from '#src/contract/logistics.ts'
import type { EventContact } from '#src/contract/partner-contact.ts'
import { Button } from '#src/ui/Button.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'

const ContactDialog = lazyComponent(async () => (await import('./ContactDialog.tsx')).ContactDialog)

type ContactProps = { eventId: string; contact: EventContact }

/** Whom vendors and people of this event turn to, and the way to an exception from the setting. */
export function ContactPanel({ eventId, contact }: ContactProps) {
  const [isOpen, open] = useState(false)
  const { shown, own } = contact
  const isOwn = own !== null && contactLine(own) !== ''
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-[.9375rem]">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">Contact for this event: </span>
        {shown ? contactLine(shown) : 'none, people are sent to the feedback form'}
        {shown && !isOwn && <span className="text-soft"> (from the settings)</span>}
      </p>
      <Button variant="link" size="sm" className="-ml-4 sm:ml-0" onClick={() => open(true)}>
        Change contact
      </Button>
      {isOpen && <ContactDialog eventId={eventId} contact={contact} onClose={() => open(false)} />}
    </div>
  )
}
