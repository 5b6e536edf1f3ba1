import { NO_MATCHING_EVENTS } from '#src/contract/event-list.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { dayOf } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { EVENTS } from '../event-setup/event-calls.ts'
import { EventFilterRow } from './EventFilterRow.tsx'
import { eventColumns } from './event-columns.tsx'
import { type EventFilters, eventPage } from './manage-calls.ts'
import { useEventActions } from './use-event-actions.tsx'

const DuplicateDialog = later(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog)
const OccasionDialog = later(async () => (await import('./OccasionDialog.tsx')).OccasionDialog)

type EventListProps = {
  filters: EventFilters
  onFilter: (changes: Partial<EventFilters>) => void
  onHistory: (id: string) => void
}

/** Events that fit the filters, with what can be done with each. */
export function EventList({ filters, onFilter, onHistory }: EventListProps) {
  const list = useList<EventLine>([EVENTS, 'list', filters], (cursor) => eventPage(filters, cursor))
  const { actions, dialog, closeDialog } = useEventActions(onHistory)
  return (
    <>
      <EventFilterRow filters={filters} onFilter={onFilter} />
      <DataTable
        what="events"
        list={list}
        columns={eventColumns}
        nameOf={({ eventName, eventDate }) => `${eventName}, ${dayOf(eventDate)}`}
        actions={actions}
        empty={<NoEvents filters={filters} onFilter={onFilter} />}
      />
      {dialog?.kind === 'duplicate' && <DuplicateDialog source={dialog.event} onClose={closeDialog} />}
      {dialog?.kind === 'occasion' && <OccasionDialog event={dialog.event} onClose={closeDialog} />}
    </>
  )
}

function NoEvents({ filters, onFilter }: Pick<EventListProps, 'filters' | 'onFilter'>) {
  const isNarrowed = filters.q !== '' || filters.state || filters.when || filters.status
  if (isNarrowed) {
    const all = { q: '', state: undefined, when: undefined, status: undefined }
    return (
      <Empty title={NO_MATCHING_EVENTS} action={<Button onClick={() => onFilter(all)}>Show all events</Button>}>
        Try the beginning of a word from the name, page address, city, state or venue.
      </Empty>
    )
  }
  const action = (
    <Button asChild>
      <AdminLink href={links.eventSetup()}>Set up the first event</AdminLink>
    </Button>
  )
  return (
    <Empty title="No events yet" action={action}>
      Visitors see “No published events found” until you publish an event.
    </Empty>
  )
}
