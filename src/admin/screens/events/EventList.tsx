import { ExternalLink } from 'lucide-react'
import type { EventStatus } from '#src/contract/event.ts'
import {
  type EventLine,
  type EventTime,
  NO_MATCHING_EVENTS,
  PUBLICATION,
  type PublicationState,
} from '#src/contract/event-record.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { later } from '../../blocks/later.tsx'
import { ageOf, dayOf } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { EVENTS } from '../event-setup/event-calls.ts'
import { type EventFilters, eventPage } from './manage-calls.ts'
import { STATUS_WORDS } from './part-words.ts'
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

type EventFilterRowProps = { filters: EventFilters; onFilter: (changes: Partial<EventFilters>) => void }

/** What narrows the list. It stands in the address, so that it can be sent to somebody. */
function EventFilterRow({ filters, onFilter }: EventFilterRowProps) {
  const { q, state, when, status } = filters
  return (
    <Filters>
      <SearchBox label="Search by name, address or place" value={q} onChange={(text) => onFilter({ q: text })} />
      <ChoiceFilter label={PUBLICATION} options={STATES} value={state} onChange={(to) => onFilter({ state: to })} />
      <ChoiceFilter label="When" options={TIMES} value={when} onChange={(to) => onFilter({ when: to })} />
      <ChoiceFilter label="Status" options={STATUSES} value={status} onChange={(to) => onFilter({ status: to })} />
    </Filters>
  )
}

const eventColumns: Column<EventLine>[] = [
  { header: 'Event', cell: (event) => <EventName {...event} />, sortBy: ({ eventName }) => eventName },
  {
    header: 'Date',
    cell: ({ eventDate }) => dayOf(eventDate),
    className: 'tabular-nums',
    width: '10.75rem',
    sortBy: ({ eventDate }) => eventDate,
  },
  { header: 'Place', cell: (event) => placeOf(event), sortBy: (event) => placeOf(event) || null, width: '15%' },
  { header: 'Status', cell: (event) => <Standing {...event} />, width: '13.5rem' },
  { header: 'Page', cell: (event) => <PageAddress {...event} />, width: '11%', isMinor: true },
  {
    header: 'Changed',
    cell: ({ updatedAt }) => ageOf(updatedAt),
    className: 'text-soft',
    width: '8rem',
    isMinor: true,
    sortBy: ({ updatedAt }) => updatedAt,
  },
]

const placeOf = ({ city, state }: EventLine) => [city, state].filter(Boolean).join(', ')

function EventName({ id, eventName }: EventLine) {
  return (
    <AdminLink
      href={links.eventSetup(id)}
      title={eventName}
      className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
    >
      {eventName}
    </AdminLink>
  )
}

/** Its address, which only a published event has on the site. */
function PageAddress({ eventSlug, isPublished }: EventLine) {
  if (!isPublished) return <span className="font-mono text-[.8125rem] text-soft">{eventSlug}</span>
  return (
    <a
      href={`/event/${eventSlug}`}
      target="_blank"
      rel="noreferrer"
      title={`/event/${eventSlug}`}
      className="inline-block min-h-6 font-mono text-[.8125rem] text-soft underline-offset-4 hover:underline"
    >
      {eventSlug}
      <ExternalLink aria-hidden="true" className="ml-1.5 inline size-3.5" />
      <span className="sr-only">opens in a new tab</span>
    </a>
  )
}

function Standing({ isPublished, status, missing }: EventLine) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
      {status !== 'scheduled' && (
        <Badge tone={status === 'cancelled' ? 'bad' : 'waiting'}>{STATUS_WORDS[status]}</Badge>
      )}
      {missing.length > 0 && (
        <span className="text-[.875rem] text-soft" title={missing.join(', ')}>
          Needs {missing.join(', ')}
        </span>
      )}
    </span>
  )
}
