import { useStore } from '@nanostores/react'
import { ExternalLink, LogOut } from 'lucide-react'
import { type FocusEvent, useEffect, useRef } from 'react'
import { hasRole } from '#src/contract/rank.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { GROUPS, SCREENS, type ScreenRoute, screenAt } from '../routes.ts'
import { signOut } from './sign-out.ts'

/** The id the phone's Menu button opens. */
export const SIDEBAR = 'admin-menu'

/** Every screen the viewer may open, by group: a column where there is room, a popover where there is not. */
export function Sidebar({ pathname }: { pathname: string }) {
  const viewer = useStore($viewer)
  const ref = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what closes it, and what it then stands at
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const current = screenAt(pathname)
  const open = SCREENS.filter(({ role, inSidebar }) => inSidebar !== false && hasRole(viewer?.roles ?? [], role))
  return (
    <nav
      ref={ref}
      id={SIDEBAR}
      popover="auto"
      aria-label="Admin"
      onBlur={closeBehind}
      className="admin-sidebar scheme-enamel"
    >
      <a href="/" className="flex min-h-14 items-center gap-3 px-5 pt-4 pb-2 no-underline">
        <Mark />
        <span className="label text-[1.375rem]">Control room</span>
      </a>
      <div className="admin-sidebar-list">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={group}
            screens={open.filter((screen) => screen.group === group)}
            current={current}
          />
        ))}
      </div>
      <div className="border-enamel-line border-t px-3 py-3">
        <p className="truncate px-2 pb-1 text-[.875rem] text-on-enamel-soft" title={viewer?.email}>
          {viewer?.email}
        </p>
        <a href="/" className="admin-item">
          <ExternalLink aria-hidden="true" className="size-[1.125rem]" />
          View site
        </a>
        <button type="button" onClick={signOut} className="admin-item w-full cursor-pointer">
          <LogOut aria-hidden="true" className="size-[1.125rem]" />
          Sign Out
        </button>
      </div>
    </nav>
  )
}

/** Whoever tabs on from the open popover would stand on something it covers. Its own button closes it by itself. (security AX3) */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
  if (relatedTarget.closest(`[popovertarget="${SIDEBAR}"]`) || !currentTarget.matches(':popover-open')) return
  currentTarget.hidePopover()
}

type GroupProps = { title: string; screens: readonly ScreenRoute[]; current: ScreenRoute | undefined }

function Group({ title, screens, current }: GroupProps) {
  if (screens.length === 0) return null
  return (
    <section aria-label={title} className="pt-4">
      <h2 className="px-2 pb-1 font-semibold text-[.8125rem] text-on-enamel-soft">{title}</h2>
      <ul>
        {screens.map(({ path, title: name, icon: Icon }) => (
          <li key={path}>
            <AdminLink href={path} aria-current={current?.path === path ? 'page' : undefined} className="admin-item">
              <Icon aria-hidden="true" className="size-[1.125rem]" />
              {name}
            </AdminLink>
          </li>
        ))}
      </ul>
    </section>
  )
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
