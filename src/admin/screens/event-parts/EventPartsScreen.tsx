import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { EVENT_PARTS, type EventPart, type EventPartKind, type EventParts } from '#src/contract/event-parts.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { AgendaPanel } from './AgendaPanel.tsx'
import { LibraryPanel } from './LibraryPanel.tsx'
import { useTeamChoices, useVendorChoices } from './library-choices.ts'
import { MemberBody, VendorBody } from './PartBody.tsx'
import { agendaList, teamList, vendorList } from './part-lists.ts'

const place = z.object({
  event: z.uuid().optional().catch(undefined),
  part: z.enum(EVENT_PARTS).optional().catch(undefined),
})

/** Comes when an event is chosen: most come with theirs in the address. */
const EventPicker = lazy(async () => ({ default: (await import('./EventPicker.tsx')).EventPicker }))
const LOADING = <p aria-busy="true">Loading events...</p>

/** The vendors, the team and the agenda of one event. (product 2: event/vendors) */
export function EventPartsScreen() {
  const [{ event, part = 'vendors' }, set] = useUrlState(place)
  const [isPicking, setPicking] = useState(false)
  const pick = (id: string) => {
    setPicking(false)
    set({ event: id }, { push: true })
  }
  if (event === undefined) {
    return (
      <Screen title="Event lineup" lead="Choose the event whose vendors, team and agenda you want to edit.">
        <Suspense fallback={LOADING}>
          <EventPicker onPick={pick} />
        </Suspense>
      </Screen>
    )
  }
  return (
    <Screen
      title="Event lineup"
      lead={<EventName eventId={event} part={part} />}
      actions={
        <>
          <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
            Change event
          </Button>
          <Button asChild variant="outline" size="sm">
            <AdminLink href={links.eventSetup(event)}>Event setup</AdminLink>
          </Button>
        </>
      }
    >
      <Tabs
        label="Parts of the event"
        current={part}
        onChange={(next) => set({ part: next })}
        tabs={EVENT_PARTS.map((name) => ({
          name,
          title: TITLES[name],
          panel: name === part && <Panel key={event} part={name} eventId={event} />,
        }))}
      />
      <Dialog isOpen={isPicking} title="Change event" onClose={() => setPicking(false)}>
        <div className="mt-4">
          <Suspense fallback={LOADING}>{isPicking && <EventPicker onPick={pick} autoFocus />}</Suspense>
        </div>
      </Dialog>
    </Screen>
  )
}

const TITLES: Record<EventPartKind, string> = { vendors: 'Vendors', team: 'Team', agenda: 'Agenda' }

function Panel({ part, eventId }: { part: EventPartKind; eventId: string }) {
  return (
    <div className="pt-6">
      {part === 'vendors' && (
        <LibraryPanel
          list={vendorList}
          eventId={eventId}
          body={(vendor) => <VendorBody part={vendor} />}
          useChoices={useVendorChoices}
          libraryHref={links.vendors()}
          without="Visitors see no 'Partnered With' strip until you add a vendor."
        />
      )}
      {part === 'team' && (
        <LibraryPanel
          list={teamList}
          eventId={eventId}
          body={(member) => <MemberBody part={member} />}
          useChoices={useTeamChoices}
          libraryHref={links.team()}
          without="Visitors see no team until you add a team member."
        />
      )}
      {part === 'agenda' && <AgendaPanel eventId={eventId} />}
    </div>
  )
}

const LISTS = { vendors: vendorList, team: teamList, agenda: agendaList }

/** Which event it is. Every list brings it along, so it is nothing more to ask for. */
function EventName({ eventId, part }: { eventId: string; part: EventPartKind }) {
  const { data } = useQuery<EventParts<EventPart>>({
    queryKey: ['event-parts', eventId, part],
    queryFn: () => LISTS[part].read(eventId),
    staleTime: 0,
  })
  if (!data) return null
  const { eventName, isPublished } = data.event
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="text-ink [overflow-wrap:anywhere]">{eventName}</b>
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
    </span>
  )
}
