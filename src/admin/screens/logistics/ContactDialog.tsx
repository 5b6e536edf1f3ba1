import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { CONTACT_LABELS, type EventContact, partnerContactForm } from '#src/contract/partner-contact.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { LOGISTICS, saveContact, summaryQuery } from './logistics-calls.ts'

type ContactDialogProps = { eventId: string; contact: EventContact; onClose: () => void }

/** Overrides the site-wide contact for one event. Loaded lazily, because it needs the form code. */
export function ContactDialog({ eventId, contact, onClose }: ContactDialogProps) {
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
