import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactLine } from '#src/contract/logistics.ts'
import { CONTACT_LABELS, type EventContact, partnerContactForm } from '#src/contract/partner-contact.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { LOGISTICS, saveContact, summaryQuery } from './logistics-calls.ts'

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

function ContactDialog({ eventId, contact, onClose }: ContactProps & { onClose: () => void }) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: contact.own ?? { name: null, email: null, phone: null, version: 0 },
    getFields: (row) => ({ name: row?.name ?? null, email: row?.email ?? null, phone: row?.phone ?? null }),
    resolver: zodResolver(partnerContactForm),
    labels: CONTACT_LABELS,
    save: ({ fields, over }) => saveContact(eventId, { ...fields, version: over?.version ?? 0 }),
    refetch: async () => (await queries.fetchQuery(summaryQuery(eventId))).contact.own ?? undefined,
    done: 'Contact updated',
    failed: 'Failed to update the contact',
    stale: [[LOGISTICS, eventId]],
    onSaved: onClose,
  })
  return (
    <FormDialog {...edit} title="Contact for this event" label="Save contact" onClose={onClose}>
      <p className="leading-snug">
        Vendors and speakers see it in the portal, on their logistics page, on the run sheet and in emails. Leave all
        three empty to use the contact from the settings.
      </p>
      <TextField name="name" label={CONTACT_LABELS.name} maxLength={100} />
      <TextField name="email" label={CONTACT_LABELS.email} type="email" />
      <TextField name="phone" label={CONTACT_LABELS.phone} type="tel" maxLength={40} />
    </FormDialog>
  )
}
