import { type ReactNode, useState } from 'react'
import type { EventStatus } from '#src/contract/event.ts'
import {
  type EventLine,
  type EventTime,
  NO_MATCHING_EVENTS,
  PUBLICATION,
  type PublicationState,
} from '#src/contract/event-record.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay } from '../../blocks/moment.ts'
import { selectColumn, useSelection } from '../../blocks/selection.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { EVENTS } from '../event-setup/event-calls.ts'
import { BulkBar } from './BulkBar.tsx'
import { eventColumns } from './event-columns.tsx'
import { type EventFilters, eventPage } from './manage-calls.ts'
import { STATUS_WORDS } from './part-words.ts'
import { useEventActions } from './use-event-actions.tsx'

const DuplicateDialog = lazyComponent(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog)
const OccasionDialog = lazyComponent(async () => (await import('./OccasionDialog.tsx')).OccasionDialog)

type EventListProps = {
  filters: EventFilters
  onFilter: (changes: Partial<EventFilters>) => void
  onHistory: (id: string) => void
}

/** Events that match the filters: upcoming ones first, past ones folded below them. */
export function EventList({ filters, onFilter, onHistory }: EventListProps) {
  const { upcoming, past } = useBothLists(filters)
  const fold = usePastFold(filters, { upcoming, past })
  const shown = [...(upcoming?.data ?? []), ...(fold.isOpen ? (past?.data ?? []) : [])]
  const selection = useSelection(shown)
  const { actions, dialog, closeDialog, publishDialog } = useEventActions(onHistory)
  const columns = [selectColumn(selection, ({ eventName }) => eventName), ...eventColumns]
  const table = { what: 'events', columns, getName: toRowName, actions }
  const hasPast = past !== undefined && past.data?.length !== 0
  const empty = <NoEvents filters={filters} onFilter={onFilter} />
  return (
    <>
      <EventFilterRow filters={filters} onFilter={onFilter}>
        {shown.length > 0 && <BulkBar events={shown} selection={selection} />}
      </EventFilterRow>
      {upcoming && (
        <DataTable
          {...table}
          list={upcoming}
          empty={
            hasPast ? <p className="mb-4 text-soft">No upcoming events{isNarrowed(filters) && ' match'}.</p> : empty
          }
        />
      )}
      {past && !upcoming && <DataTable {...table} list={past} empty={empty} />}
      {upcoming?.data && hasPast && (
        <PastEvents list={past} {...fold}>
          <DataTable {...table} what="past events" list={past} isCounted={false} empty={empty} />
        </PastEvents>
      )}
      {publishDialog}
      {dialog?.kind === 'duplicate' && <DuplicateDialog source={dialog.event} onClose={closeDialog} />}
      {dialog?.kind === 'occasion' && <OccasionDialog event={dialog.event} onClose={closeDialog} />}
    </>
  )
}

/** The lists that the filters ask for. */
function useBothLists(filters: EventFilters): {
  upcoming?: List<EventLine> | undefined
  past?: List<EventLine> | undefined
} {
  const upcoming = useEvents(filters, 'upcoming')
  const past = useEvents(filters, 'past')
  if (filters.when === 'past') return { past }
  // Lists that failed together are fetched together: one press of 'Try again' brings both lists.
  const both = { ...upcoming, refetch: () => Promise.all([upcoming.refetch(), past.error && past.refetch()]) }
  return filters.when === 'upcoming' ? { upcoming: both } : { upcoming: both, past }
}

type Lists = ReturnType<typeof useBothLists>

/** Past events are folded, unless the person opens them, looks for something, or there is nothing else to see. */
function usePastFold(filters: EventFilters, { upcoming, past }: Lists) {
  const [isChosen, setChosen] = useState<boolean>()
  const isOpen = isChosen ?? (isNarrowed(filters) || !upcoming || upcoming.data?.length === 0 || Boolean(past?.error))
  return { isOpen, setOpen: setChosen }
}

type PastEventsProps = {
  list: List<EventLine>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  children: ReactNode
}

function PastEvents({ list, isOpen, setOpen, children }: PastEventsProps) {
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpen(currentTarget.open)}
      className="mt-5"
    >
      <summary className="mb-2 min-h-10 cursor-pointer content-center">
        <h2 className="label inline text-[1.25rem]">
          Past events{' '}
          {list.data && <span className="text-soft">{`${list.data.length}${list.hasMore ? '+' : ''}`}</span>}
        </h2>
      </summary>
      {isOpen && children}
    </details>
  )
}

const toRowName = ({ eventName, eventDate }: EventLine) => `${eventName}, ${getDay(eventDate)}`

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
      <AdminLink to={links.eventSetup()}>Set up the first event</AdminLink>
    </Button>
  )
  return (
    <Empty title="No events yet" action={action}>
      Visitors see “No published events found” until you publish an event.
    </Empty>
  )
}

const STATES: readonly (readonly [PublicationState | '', string])[] = [
  ['', 'All'],
  ['published', 'Published'],
  ['draft', 'Drafts'],
]
const TIMES: readonly (readonly [EventTime | '', string])[] = [
  ['', 'All'],
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
]
const STATUSES: readonly (readonly [EventStatus | '', string])[] = [
  ['', 'All'],
  ['scheduled', STATUS_WORDS.scheduled],
  ['postponed', STATUS_WORDS.postponed],
  ['moved', STATUS_WORDS.moved],
  ['cancelled', STATUS_WORDS.cancelled],
]

type EventFilterRowProps = {
  filters: EventFilters
  onFilter: (changes: Partial<EventFilters>) => void
  /** What follows the filters in their row. */
  children: ReactNode
}

/** The filters of the list. They are part of the address, so that a filtered list can be shared. */
function EventFilterRow({ filters, onFilter, children }: EventFilterRowProps) {
  const { q, state, when, status } = filters
  return (
    <Filters>
      <SearchBox label="Search by name, address or place" value={q} onChange={(text) => onFilter({ q: text })} />
      <ChoiceFilter label={PUBLICATION} options={STATES} value={state} onChange={(to) => onFilter({ state: to })} />
      <ChoiceFilter label="When" options={TIMES} value={when} onChange={(to) => onFilter({ when: to })} />
      <ChoiceFilter label="Status" options={STATUSES} value={status} onChange={(to) => onFilter({ status: to })} />
      {children}
    </Filters>
  )
}
