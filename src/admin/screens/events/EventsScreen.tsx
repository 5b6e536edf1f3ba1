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

/** Every event by its date, what can be done with each, and those that were deleted. (product 2: event/manage) */
export function EventsScreen() {
  const [{ tab, history, q = '', state, when, status }, set] = useUrlState('/admin/event/manage')
  const openHistory = (id: string) => set({ history: id }, { push: true })
  if (history !== undefined) return <EventHistory id={history} onClose={() => set({ history: undefined })} />
  const current = tab ?? 'events'
  const panels = {
    events: <EventList filters={{ q, state, when, status }} onFilter={set} onHistory={openHistory} />,
    deleted: <DeletedEvents onHistory={openHistory} />,
  }
  return (
    <Screen
      title="Events"
      lead="All workshops. Changes to published ones go live with the next build."
      actions={
        <Button asChild>
          <AdminLink to={links.eventSetup()}>New event</AdminLink>
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
