import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { BoardSummary } from '#src/contract/logistics-board.ts'
import { plural } from '#src/contract/plural.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { ContactPanel } from './ContactPanel.tsx'
import { summaryQuery } from './logistics-calls.ts'
import { PeoplePanel } from './PeoplePanel.tsx'

const PATH = '/admin/event/logistics/$eventId'

const DeliveriesPanel = lazyComponent(
  async () => (await import('./DeliveriesPanel.tsx')).DeliveriesPanel,
  <Skeleton className="h-48 w-full" />,
)

const MealsPanel = lazyComponent(
  async () => (await import('./MealsPanel.tsx')).MealsPanel,
  <Skeleton className="h-48 w-full" />,
)

const RunSheetPanel = lazyComponent(
  async () => (await import('./RunSheetPanel.tsx')).RunSheetPanel,
  <Skeleton className="h-48 w-full" />,
)

const PARTS = {
  people: PeoplePanel,
  deliveries: DeliveriesPanel,
  meals: MealsPanel,
  'run-sheet': RunSheetPanel,
} as const

/** Who takes part in the work of an event, what is missing, and what is shipped to it. (product 2: logistics, decision 0058) */
export function LogisticsScreen() {
  const { eventId } = useParams({ from: PATH })
  const [{ part = 'people' }] = useUrlState(PATH)
  const record = useQuery(eventQuery(eventId))
  const summary = useQuery(summaryQuery(eventId))
  const Part = PARTS[part]
  return (
    <EventWorkspace id={eventId} tab={part} event={record.data} isLoading={record.isPending}>
      <Shown query={summary} what="the logistics">
        {(shown) => (
          <>
            <Part key={eventId} eventId={eventId} summary={shown} />
            <div className="mt-5">
              <Figures {...shown} />
              <ContactPanel eventId={eventId} contact={shown.contact} />
            </div>
          </>
        )}
      </Shown>
    </EventWorkspace>
  )
}

/** How far everybody is, in a sentence. */
function Figures({ people, missing, unsent, submitted, requests, late }: BoardSummary) {
  if (people === 0) return null
  const facts = [
    `${submitted} of ${plural(people, 'form')} submitted`,
    ...(unsent > 0 ? [`${plural(unsent, 'link')} not sent yet`] : []),
    missing === 0
      ? 'nothing required is missing'
      : `${missing === 1 ? 'one person has' : `${missing} people have`} not answered everything required`,
    ...(requests > 0 ? [`${plural(requests, 'change')} asked for`] : []),
    ...(late > 0 ? [`${plural(late, 'late delivery', 'late deliveries')}`] : []),
  ]
  return <p className="mb-4 text-[.9375rem] text-soft">{`${facts.join(', ')}.`}</p>
}
