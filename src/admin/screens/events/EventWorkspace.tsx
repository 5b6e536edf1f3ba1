import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { EventConfig } from '#src/contract/event.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink, showFocusedTab, showTab } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { Loading } from '../../blocks/Shown.tsx'
import { type AdminAddress, links } from '../../links.ts'
import { STATUS_WORDS } from './part-words.ts'
import { StillSeen } from './StillSeen.tsx'

/** The screens of one event, with the address of each. */
const SCREENS = {
  overview: ['Overview', links.eventOverview],
  details: ['Details', links.eventSetup],
  vendors: ['Vendors', (id) => links.eventParts(id, 'vendors')],
  team: ['Team', (id) => links.eventParts(id, 'team')],
  agenda: ['Agenda', (id) => links.eventParts(id, 'agenda')],
  tasks: ['Tasks', links.eventTasks],
  emails: ['Emails', links.eventEmails],
  timeline: ['Timeline', links.eventTimeline],
  people: ['People', (id) => links.eventLogistics(id)],
  deliveries: ['Deliveries', (id) => links.eventLogistics(id, 'deliveries')],
  meals: ['Meals', (id) => links.eventLogistics(id, 'meals')],
  'run-sheet': ['Run sheet', (id) => links.eventLogistics(id, 'run-sheet')],
  pickups: ['Pick-ups', links.eventPickups],
  preview: ['Preview and links', links.eventPreview],
  history: ['History', links.eventHistory],
} as const satisfies Record<string, readonly [string, (id: string) => AdminAddress]>
type EventScreen = keyof typeof SCREENS

/** The tabs. One with several screens has a link to each of them beside the tabs. */
const TABS: readonly (readonly [title: string, first: EventScreen, ...others: EventScreen[]])[] = [
  ['Overview', 'overview'],
  ['Details', 'details', 'preview', 'history'],
  ['Lineup', 'vendors', 'team', 'agenda'],
  ['Tasks', 'tasks'],
  ['Emails', 'emails'],
  ['Timeline', 'timeline'],
  ['Logistics', 'people', 'deliveries', 'meals', 'run-sheet', 'pickups'],
]

/** What the head shows of an event. */
type EventFacts = Pick<
  EventConfig,
  'eventName' | 'eventSlug' | 'eventDate' | 'city' | 'state' | 'isPublished' | 'status'
> & { unpublishedRevision?: number | null }

type EventWorkspaceProps = {
  id: string
  tab: EventScreen
  /** Undefined while it is loading, and for an event that no longer exists. */
  event: EventFacts | undefined
  /** The head grows once its event is known. Until then nothing below it is shown, so that nothing moves under a finger. */
  isLoading?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** Loaded when the person changes the event. */
const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)

/** The head of every screen of one event: its name, state, page and tabs. Another event opens at the same tab. */
export function EventWorkspace({ id, tab, event, isLoading = false, actions, children }: EventWorkspaceProps) {
  const router = useRouter()
  const [isPicking, setPicking] = useState(false)
  const pick = (other: string) => {
    setPicking(false)
    void router.navigate(SCREENS[tab][1](other))
  }
  return (
    <Screen
      title={event?.eventName ?? 'Event'}
      lead={event && <Facts {...event} />}
      actions={
        <>
          {actions}
          <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
            Change event
          </Button>
          {event?.isPublished && (
            <Button asChild variant="outline" size="sm">
              <a href={`/event/${event.eventSlug}`} target="_blank" rel="noreferrer">
                View page<span className="sr-only"> opens in a new tab</span>
              </a>
            </Button>
          )}
        </>
      }
    >
      {isLoading ? <Loading what="the event" /> : <EventTabs id={id} tab={tab} />}
      <div hidden={isLoading} className="contents">
        {children}
      </div>
      <Dialog
        isOpen={isPicking}
        title="Change event"
        onClose={() => setPicking(false)}
        actions={
          <Button variant="outline" onClick={() => setPicking(false)}>
            Cancel
          </Button>
        }
      >
        <EventPicker onPick={pick} autoFocus />
      </Dialog>
    </Screen>
  )
}

function EventTabs({ id, tab }: Pick<EventWorkspaceProps, 'id' | 'tab'>) {
  const [, ...beside] = TABS.find(([, ...screens]) => screens.includes(tab)) ?? []
  return (
    <nav aria-label="This event" className="admin-event-tabs">
      <TabList>
        {TABS.map(([title, first, ...others]) =>
          others.length === 0 || ![first, ...others].includes(tab) ? (
            <Tab key={title} to={SCREENS[first][1](id)} isCurrent={first === tab}>
              {title}
            </Tab>
          ) : (
            <li key={title} ref={showTab}>
              <span aria-current="true" className="admin-place-tab">
                {title}
              </span>
            </li>
          ),
        )}
      </TabList>
      {beside.length > 1 && (
        <TabList>
          {beside.map((name) => (
            <Tab key={name} to={SCREENS[name][1](id)} isCurrent={name === tab}>
              {SCREENS[name][0]}
            </Tab>
          ))}
        </TabList>
      )}
    </nav>
  )
}

const TabList = ({ children }: { children: ReactNode }) => <ul className="admin-tabs">{children}</ul>

type TabProps = { to: AdminAddress; isCurrent: boolean; children: string }

function Tab({ to, isCurrent, children }: TabProps) {
  return (
    <li ref={isCurrent ? showTab : undefined}>
      <AdminLink
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className="admin-place-tab"
        onFocus={showFocusedTab}
        onClick={ignoreSecondClick}
      >
        {children}
      </AdminLink>
    </li>
  )
}

/** A new event gets its tabs once it is saved: the second click of a double click on Save draft may then meet one. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

function Facts({ city, state, eventDate, isPublished, unpublishedRevision = null, status }: EventFacts) {
  const where = [city, state].filter(Boolean).join(', ')
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
      <StillSeen unpublishedRevision={unpublishedRevision} />
      {status !== 'scheduled' && (
        <Badge tone={status === 'cancelled' ? 'bad' : 'waiting'}>{STATUS_WORDS[status]}</Badge>
      )}
      {eventDate && <span>{getDay(eventDate)}</span>}
      {where && <span className="min-w-0">{where}</span>}
    </span>
  )
}
