import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { VendorMe } from '#src/contract/vendor-portal.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { TaskList } from '../tasks/TaskList.tsx'
import { useAction } from '../use-action.ts'
import { ContactsSection } from './ContactsSection.tsx'
import { AskForLink, OpenedLinkView } from './door.tsx'
import { EventsSection } from './EventsSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { $opened, openPortal, signOut, taskCalls, tasks, visit } from './portal.ts'
import { StatisticsSection } from './StatisticsSection.tsx'

/** The sections of the portal, in order. */
const SECTIONS = {
  tasks: TasksSection,
  events: EventsSection,
  profile: ProfileSection,
  statistics: StatisticsSection,
  contacts: ContactsSection,
}

/** Everything at /vendor-portal. (decision 0057) */
export function VendorPortal() {
  return (
    <ErrorBoundary>
      <PortalView />
    </ErrorBoundary>
  )
}

function PortalView() {
  const opened = useStore($opened, { ssr: 'initial' })
  const state = useStore(visit.$state, { ssr: 'initial' })
  useEffect(openPortal, [])
  if (opened)
    return (
      <Door>
        <OpenedLinkView key={opened} name={opened} />
      </Door>
    )
  if (state.status === 'ready' && state.value.me) return <Portal me={state.value.me} />
  return (
    <Door>
      <ResourceState of={visit} what="the portal">
        {() => <AskForLink />}
      </ResourceState>
    </Door>
  )
}

/** The page before the portal is open: what it is, and one card. */
function Door({ children }: { children: ReactNode }) {
  return (
    <div className="scheme-enamel min-h-[calc(100dvh-var(--bar))]">
      <div className="wrap grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[minmax(min-content,1fr)_minmax(0,32rem)] lg:py-20">
        <div className="lg:pt-4">
          <h1 className="display text-[clamp(3rem,7vw,6rem)]">Vendor portal</h1>
          <p className="mt-3 max-w-md text-[1.125rem] text-on-enamel-soft leading-snug lg:mt-5 lg:text-[1.25rem]">
            For the companies that are part of our workshops: your events with dates, times and addresses, and what we
            need from you.
          </p>
        </div>
        <div className="plate self-start px-5 pt-3 pb-7 sm:px-9 sm:pt-5 sm:pb-9">{children}</div>
      </div>
    </div>
  )
}

/** The portal of one company. */
function Portal({ me: { contact, vendor } }: { me: VendorMe }) {
  const [isLeaving, leave] = useAction({ act: signOut, onDone: () => {} })
  return (
    <>
      <div className="scheme-enamel">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-10 gap-y-6 py-10 lg:py-14">
          <div className="min-w-0">
            <p className="label text-[1.25rem] text-signal">Vendor portal</p>
            <h1 className="display text-[clamp(2.5rem,7vw,5.5rem)] [overflow-wrap:anywhere]">{vendor.name}</h1>
            <p className="mt-3 text-[1.1875rem] text-on-enamel-soft [overflow-wrap:anywhere]">
              {contact.name}, {contact.email}
            </p>
          </div>
          <Button variant="hero-outline" isBusy={isLeaving} onClick={() => void leave()}>
            {isLeaving ? 'Signing out...' : 'Sign out'}
          </Button>
        </div>
      </div>
      <div className="wrap pb-8">
        {Object.entries(SECTIONS).map(([name, Section]) => (
          <Section key={name} />
        ))}
      </div>
    </>
  )
}

/** What the company has to do for its events. (product 2: tasks) */
function TasksSection() {
  useEffect(() => void tasks.load(), [])
  return (
    <AccountSection
      id="vendor-tasks"
      title="Your tasks"
      lead="What we need from you, and by when. Everyone with access sees the same list."
    >
      <ResourceState of={tasks} what="your tasks">
        {(items) => <TaskList tasks={items} calls={taskCalls} />}
      </ResourceState>
    </AccountSection>
  )
}
