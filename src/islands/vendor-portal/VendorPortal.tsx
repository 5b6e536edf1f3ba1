import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { VendorMe } from '#src/contract/vendor-portal.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { TaskList } from '../tasks/TaskList.tsx'
import { useAction } from '../use-action.ts'
import { ContactsSection } from './ContactsSection.tsx'
import { EventsSection } from './EventsSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { $opened, openPortal, signOut, taskCalls, tasks, visit } from './portal.ts'
import { StatisticsSection } from './StatisticsSection.tsx'
import { AskForLink, OpenedLinkView } from './sign-in.tsx'

/** The sections of the portal, in order. */
const SECTIONS = [
  ['vendor-tasks', 'Your tasks', TasksSection],
  ['vendor-events', 'Your events', EventsSection],
  ['vendor-profile', 'Company profile', ProfileSection],
  ['vendor-statistics', 'Statistics', StatisticsSection],
  ['vendor-contacts', 'Who has access', ContactsSection],
] as const

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
  const me = state.status === 'ready' ? state.value.me : undefined
  useEffect(openPortal, [])
  useFocusOnHeading(opened ?? (me ? 'portal' : state.status === 'ready' ? 'door' : undefined))
  if (opened)
    return (
      <Frame>
        <OpenedLinkView key={opened} name={opened} />
      </Frame>
    )
  if (me) return <Portal me={me} />
  return (
    <Frame>
      <ResourceState of={visit} what="the portal">
        {() => <AskForLink />}
      </ResourceState>
    </Frame>
  )
}

/** When another view takes the place of one, whose button is gone with it, the keyboard goes to the new heading. */
function useFocusOnHeading(view: string | undefined): void {
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (view === undefined) return
    if (before.current !== undefined && before.current !== view)
      document.querySelector<HTMLElement>('main h1[tabindex]')?.focus()
    before.current = view
  }, [view])
}

/** The page before the portal is open: what it is, and one card. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="scheme-enamel min-h-[calc(100dvh-var(--bar))]">
      <div className="wrap grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[minmax(min-content,1fr)_minmax(0,32rem)] lg:py-20">
        <div className="lg:pt-4">
          <h1 tabIndex={-1} className="display text-[clamp(3rem,7vw,6rem)] outline-none">
            Vendor portal
          </h1>
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
            <h1 tabIndex={-1} className="display text-[clamp(2.5rem,7vw,5.5rem)] outline-none [overflow-wrap:anywhere]">
              {vendor.name}
            </h1>
            <p className="mt-3 text-[1.1875rem] text-on-enamel-soft [overflow-wrap:anywhere]">
              {contact.name}, {contact.email}
            </p>
          </div>
          <Button variant="hero-outline" isBusy={isLeaving} onClick={() => void leave()}>
            {isLeaving ? 'Signing out...' : 'Sign out'}
          </Button>
          <nav aria-label="Sections of the portal" className="flex w-full flex-wrap gap-x-6">
            {SECTIONS.map(([id, title]) => (
              <a key={id} href={`#${id}`} className="flex min-h-11 items-center underline underline-offset-4">
                {title}
              </a>
            ))}
          </nav>
        </div>
      </div>
      <div className="wrap pb-8">
        {SECTIONS.map(([id, , Section]) => (
          <Section key={id} />
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
