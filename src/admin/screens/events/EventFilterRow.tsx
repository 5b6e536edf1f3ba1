import type { EventStatus } from '#src/contract/event.ts'
import { type EventTime, PUBLICATION, type PublicationState } from '#src/contract/event-list.ts'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import type { EventFilters } from './manage-calls.ts'
import { STATUS_WORDS } from './part-words.ts'

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
export function EventFilterRow({ filters, onFilter }: EventFilterRowProps) {
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
