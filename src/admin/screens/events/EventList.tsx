import { type EventTime, NO_MATCHING_EVENTS } from '#src/contract/event-list.ts'
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

/** Events that fit the filters, upcoming ones first and the past below them, with what can be done with each. */
export function EventList({ filters, onFilter, onHistory }: EventListProps) {
  const upcoming = useEvents(filters, 'upcoming')
  const past = useEvents(filters, 'past')
  const { actions, dialog, closeDialog } = useEventActions(onHistory)
  const isEither = !filters.when
  const table = {
    what: 'events',
    columns: eventColumns,
    nameOf: ({ eventName, eventDate }: EventLine) => `${eventName}, ${dayOf(eventDate)}`,
    actions,
    empty: <NoEvents filters={filters} onFilter={onFilter} />,
  }
  const hasPast = isEither && past.data?.length !== 0
  // What failed together is asked for together: one press of 'Try again' brings both lists.
  const tryAgain = () => Promise.all([upcoming.refetch(), past.error && past.refetch()])
  return (
    <>
      <EventFilterRow filters={filters} onFilter={onFilter} />
      {filters.when !== 'past' && (
        <DataTable
          {...table}
          list={{ ...upcoming, refetch: tryAgain }}
          empty={
            hasPast ? (
              <p className="mb-4 text-soft">No upcoming events{isNarrowed(filters) && ' match'}.</p>
            ) : (
              table.empty
            )
          }
        />
      )}
      {isEither && hasPast && upcoming.data && (
        <>
          <h2 className="label mt-5 mb-2 text-[1.25rem]">Past events</h2>
          <DataTable {...table} what="past events" list={past} isCounted={false} />
        </>
      )}
      {filters.when === 'past' && <DataTable {...table} list={past} />}
      {dialog?.kind === 'duplicate' && <DuplicateDialog source={dialog.event} onClose={closeDialog} />}
      {dialog?.kind === 'occasion' && <OccasionDialog event={dialog.event} onClose={closeDialog} />}
    </>
  )
}

function useEvents(filters: EventFilters, when: EventTime) {
  const asked = { ...filters, when }
  return useList<EventLine>([EVENTS, 'list', asked], (cursor) => eventPage(asked, cursor))
}

const isNarrowed = ({ q, state, when, status }: EventFilters) => q !== '' || !!(state || when || status)

function NoEvents({ filters, onFilter }: Pick<EventListProps, 'filters' | 'onFilter'>) {
  if (isNarrowed(filters)) {
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
