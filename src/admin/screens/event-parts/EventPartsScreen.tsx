import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { EventPartKind } from '#src/contract/event-parts.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { TeamPanel, VendorsPanel } from './LibraryPanel.tsx'

const AgendaPanel = lazyComponent(async () => (await import('./AgendaPanel.tsx')).AgendaPanel)

/** Loaded when the address names no event. */
const EventPicker = lazyComponent(
  async () => (await import('./EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)

/** The vendors, the team and the agenda of one event. (product 2: event/vendors) */
export function EventPartsScreen() {
  const [{ event, part = 'vendors' }, set] = useUrlState('/admin/event/vendors')
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  if (event === undefined) {
    return (
      <Screen title="Event lineup" lead="Choose the event whose vendors, team and agenda you want to edit.">
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      </Screen>
    )
  }
  const Panel = PANELS[part]
  return (
    <EventWorkspace id={event} tab={part} event={record.data} isLoading={record.isPending}>
      <Panel key={`${event} ${part}`} eventId={event} />
    </EventWorkspace>
  )
}

const PANELS: Record<EventPartKind, ComponentType<{ eventId: string }>> = {
  vendors: VendorsPanel,
  team: TeamPanel,
  agenda: AgendaPanel,
}
