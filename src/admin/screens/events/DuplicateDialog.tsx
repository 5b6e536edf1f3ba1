import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DRAFT_CREATED } from '#src/contract/event-duplicate.ts'
import type { EventLine, EventRecord } from '#src/contract/event-record.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { eventQuery, setupFactsQuery } from '../event-setup/event-calls.ts'
import { DuplicateForm } from './DuplicateForm.tsx'
import { StaleReport } from './StaleReport.tsx'

/** Makes a draft for another day and city out of an event, then says which texts still speak of this one. */
export function DuplicateDialog({ source, onClose }: { source: EventLine; onClose: () => void }) {
  const record = useQuery(eventQuery(source.id))
  const facts = useQuery(setupFactsQuery)
  const [copy, setCopy] = useState<EventRecord>()
  return (
    <Dialog isOpen title={copy ? DRAFT_CREATED : 'Duplicate event'} onClose={onClose}>
      {copy ? (
        <StaleReport event={copy} onClose={onClose} />
      ) : (
        <Shown query={record} what="the event">
          {(event) => (
            <Shown query={facts} what="the settings">
              {({ registrationOrigin }) => (
                <DuplicateForm
                  source={event}
                  registrationOrigin={registrationOrigin}
                  onMade={setCopy}
                  onClose={onClose}
                />
              )}
            </Shown>
          )}
        </Shown>
      )}
    </Dialog>
  )
}
