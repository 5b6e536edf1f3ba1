import { useState } from 'react'
import {
  type DeletedEvent,
  RESTORE_AS_DRAFT,
  type RestoredEvent,
  restoredAsDraft,
} from '#src/contract/event-history.ts'
import { OPEN_SETUP } from '#src/contract/event-record.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment, getDay } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { CREATE_FAILED, EVENTS } from '../event-setup/event-calls.ts'
import { deletedPage, restoreEvent, STALE_AFTER } from './manage-calls.ts'
import { partWords } from './part-words.ts'

const RestoreUnderSlug = lazyComponent(async () => (await import('./RestoreUnderSlug.tsx')).RestoreUnderSlug)

const columns: Column<DeletedEvent>[] = [
  {
    header: 'Event',
    cell: ({ eventName, eventSlug }) => (
      <>
        <span className="font-semibold">{eventName}</span>
        <span className="ml-2 font-mono text-[.8125rem] text-soft">{eventSlug}</span>
      </>
    ),
  },
  { header: 'Date', cell: ({ eventDate }) => getDay(eventDate), className: 'tabular-nums', width: '10.25rem' },
  {
    header: 'Deleted',
    cell: ({ deletedAt, by, wasPublished }) => (
      <>
        {formatMoment(deletedAt)} by {by}
        {wasPublished && (
          <span className="ml-2">
            <Badge>Was published</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    header: 'Deleted with it',
    cell: ({ parts }) => partWords(parts).join(', ') || 'Nothing else',
    className: 'text-soft',
  },
]

/** Events that were deleted and not restored, from the audit log. */
export function DeletedEvents({ onHistory }: { onHistory: (id: string) => void }) {
  const list = useList([EVENTS, 'deleted'], deletedPage)
  const [back, setBack] = useState<RestoredEvent>()
  const [chosen, choose] = useState<DeletedEvent>()
  const [isTaken, setTaken] = useState(false)
  const show = (restored: RestoredEvent) => {
    setTaken(false)
    if (restored.leftOut.length > 0) setBack(restored)
  }
  const restore = useSave({
    save: ({ auditId }: DeletedEvent) => restoreEvent(auditId),
    done: ({ item }) => restoredAsDraft(item.eventName),
    failed: CREATE_FAILED,
    stale: STALE_AFTER,
    onDone: show,
    onRefused: ({ errors }) => {
      const isSlug = errors.some(({ field }) => field === 'eventSlug')
      setTaken(isSlug)
      return isSlug
    },
  })
  const putBack = (event: DeletedEvent) => {
    choose(event)
    restore.mutate(event)
  }
  return (
    <>
      <DataTable
        what="deleted events"
        list={list}
        columns={columns}
        getName={(event) => event.eventName}
        actions={(event) => [
          { label: RESTORE_AS_DRAFT, run: () => putBack(event) },
          { label: 'History', run: () => onHistory(event.id) },
        ]}
        empty={<Empty title="No deleted events">Deleted events appear here and can be restored as drafts.</Empty>}
      />
      {isTaken && chosen && <RestoreUnderSlug event={chosen} onRestored={show} onClose={() => setTaken(false)} />}
      {back && <LeftOut restored={back} onClose={() => setBack(undefined)} />}
    </>
  )
}

/** What could not be restored with a deleted event. */
function LeftOut({ restored: { item, leftOut }, onClose }: { restored: RestoredEvent; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title="Partly restored"
      description={
        <>
          <p>
            <b>{item.eventName}</b> was restored as a draft without the following:
          </p>
          <ul className="list-disc pl-5">
            {leftOut.map((lost) => (
              <li key={lost}>{lost}</li>
            ))}
          </ul>
        </>
      }
      onClose={onClose}
      actions={
        <>
          <Button asChild>
            <AdminLink to={links.eventSetup(item.id)}>{OPEN_SETUP}</AdminLink>
          </Button>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    />
  )
}
