import { z } from 'zod'
import { EVENT_STATUSES } from '#src/contract/event.ts'
import { EVENT_TIMES, PUBLICATION_STATES } from '#src/contract/event-record.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { DeletedEvents } from './DeletedEvents.tsx'
import { EventList } from './EventList.tsx'

const EventHistory = lazyComponent(
  async () => (await import('./EventHistory.tsx')).EventHistory,
  <Skeleton className="h-96 w-full" />,
)

const place = z.object({
  tab: z.enum(['deleted']).optional().catch(undefined),
  q: z.string().max(200).catch(''),
  state: z.enum(PUBLICATION_STATES).optional().catch(undefined),
  when: z.enum(EVENT_TIMES).optional().catch(undefined),
  status: z.enum(EVENT_STATUSES).optional().catch(undefined),
  history: z.uuid().optional().catch(undefined),
})

/** Every event by its date, what can be done with each, and those that were deleted. (product 2: event/manage) */
export function EventsScreen() {
  const [{ tab, history, ...filters }, set] = useUrlState(place)
  const openHistory = (id: string) => set({ history: id }, { push: true })
  if (history !== undefined) return <EventHistory id={history} onClose={() => set({ history: undefined })} />
  const current = tab ?? 'events'
  const panels = {
    events: <EventList filters={filters} onFilter={set} onHistory={openHistory} />,
    deleted: <DeletedEvents onHistory={openHistory} />,
  }
  return (
    <Screen
      title="Events"
      lead="All workshops. Published changes go live in a few seconds."
      actions={
        <Button asChild>
          <AdminLink href={links.eventSetup()}>New event</AdminLink>
        </Button>
      }
    >
      <Tabs
        label="Events"
        current={current}
        onChange={(next) => set({ tab: next === 'deleted' ? next : undefined })}
        tabs={(['events', 'deleted'] as const).map((name) => ({
          name,
          title: name === 'events' ? 'Events' : 'Deleted',
          panel: name === current && panels[name],
        }))}
      />
    </Screen>
  )
}
