import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, LogOut } from 'lucide-react'
import { type FocusEvent, useEffect, useRef } from 'react'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { AdminLink } from '../blocks/AdminLink.tsx'
import type { getPlaces } from '../find-screens.ts'
import type { ScreenRoute } from '../places.ts'
import { COUNTED, countWaiting, dashboardQuery, type Waiting, waitingWords } from '../waiting.ts'
import { signOut } from './sign-out.ts'

/** The id of the popover that the Menu button opens on a phone. */
export const SIDEBAR = 'admin-menu'

type SidebarProps = {
  pathname: string
  screen: ScreenRoute | undefined
  places: ReturnType<typeof getPlaces>
}

/** The places the viewer may open: a column where there is room, icons where there is less, a popover on a phone. */
export function Sidebar({ pathname, screen, places }: SidebarProps) {
  const viewer = useStore($viewer)
  const { data } = useQuery({ ...dashboardQuery, staleTime: COUNTED })
  const waiting = data && countWaiting(data)
  const ref = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what closes it
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
  }, [pathname])
  const isAt = (place: string, path: string) => {
    if (screen?.place !== place) return undefined
    return screen.path === path ? 'page' : 'true'
  }
  return (
    <nav
      ref={ref}
      id={SIDEBAR}
      popover="auto"
      aria-label="Admin"
      onBlur={closeBehind}
      className="admin-sidebar scheme-enamel"
    >
      <a href="/" className="admin-brand flex min-h-14 items-center gap-3 px-4 no-underline">
        <Mark />
        <span className="admin-item-name label text-[1.25rem]">Control room</span>
      </a>
      <ul className="admin-sidebar-list">
        {places.map(({ place, tabs: [first] }) =>
          first ? (
            <li key={place.name}>
              <AdminLink to={{ to: first.path }} aria-current={isAt(place.name, first.path)} className="admin-item">
                <place.icon aria-hidden="true" className="size-5 shrink-0" />
                <span className="admin-item-name">{place.name}</span>
                {'waiting' in place && <Count kind={place.waiting} count={waiting?.[place.waiting]} />}
              </AdminLink>
            </li>
          ) : null,
        )}
      </ul>
      <div className="border-enamel-line border-t px-2 py-2">
        <p className="admin-email truncate px-2.5 pb-1 text-[.875rem] text-on-enamel-soft" title={viewer?.email}>
          {viewer?.email}
        </p>
        <a href="/" className="admin-item">
          <ExternalLink aria-hidden="true" className="size-5 shrink-0" />
          <span className="admin-item-name">View site</span>
        </a>
        <button type="button" onClick={signOut} className="admin-item w-full cursor-pointer">
          <LogOut aria-hidden="true" className="size-5 shrink-0" />
          <span className="admin-item-name">Sign Out</span>
        </button>
      </div>
    </nav>
  )
}

/** How many entries wait at a place, in the words of the dashboard; nothing for none. */
function Count({ kind, count }: { kind: keyof Waiting; count: number | undefined }) {
  if (!count) return null
  return (
    <span title={`${count} ${waitingWords(kind, count)}`} className="admin-count">
      {count}
      <span className="sr-only"> to do</span>
    </span>
  )
}

/** Closes the popover when the focus leaves it, because it would cover the focused element. Its own button closes it anyway. (security AX3) */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
  if (relatedTarget.closest(`[popovertarget="${SIDEBAR}"]`) || !currentTarget.matches(':popover-open')) return
  currentTarget.hidePopover()
}

/** The bolt head of the site's mark. */
function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-9 shrink-0">
      <path d="M16 2 28 9v14l-12 7L4 23V9z" fill="currentColor" />
      <circle cx="16" cy="16" r="6.4" className="fill-enamel" />
      <path d="M16 16 32 6.8" className="stroke-signal" strokeWidth="4.4" />
    </svg>
  )
}
