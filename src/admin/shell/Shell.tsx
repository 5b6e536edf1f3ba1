import { useStore } from '@nanostores/react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasRole } from '#src/contract/rank.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { $added } from '../blocks/AddToSet.tsx'
import { lazyComponent } from '../blocks/lazy-component.tsx'
import { useLeaveGuard } from '../blocks/use-close-guard.tsx'
import { getPlaces, screenAt } from '../find-screens.ts'
import { NotAllowed } from './fallback-screens.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SiteModeBanner } from './SiteModeBanner.tsx'
import { PlaceTabs, TopBar } from './TopBar.tsx'

const AddToSetDialog = lazyComponent(
  async () => (await import('../screens/content-studio/AddToSetDialog.tsx')).AddToSetDialog,
)

/** The frame of every screen: the sidebar and the top bar. */
export function Shell() {
  const { pathname, hash, href } = useLocation()
  const viewer = useStore($viewer)
  const added = useStore($added)
  const screen = screenAt(pathname)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what moves the focus
  useEffect(() => {
    document.title = screen ? `${screen.title} | Admin` : 'Admin'
    if (!isFirst.current) main.current?.focus()
    isFirst.current = false
  }, [pathname])
  useNamedField(hash, href)
  useLeaveGuard()
  const roles = viewer?.roles ?? []
  const isAllowed = !screen || hasRole(roles, screen.role)
  const places = getPlaces(roles)
  const tabs = places.find(({ place }) => place.name === screen?.place)?.tabs ?? []
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[4rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-30 bg-signal font-semibold text-on-signal focus:not-sr-only focus:fixed focus:top-0 focus:left-0 focus:p-4 focus:outline-on-signal focus:-outline-offset-4"
      >
        Skip to content
      </a>
      <Sidebar pathname={pathname} screen={screen} places={places} />
      <div className="flex min-h-dvh min-w-0 flex-col">
        <TopBar screen={screen} tabs={tabs} />
        {tabs.length > 1 && <PlaceTabs screen={screen} tabs={tabs} className="border-line border-b px-2 lg:hidden" />}
        <SiteModeBanner />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="mx-auto w-full min-w-0 max-w-[92rem] flex-1 px-4 pt-5 pb-16 outline-none sm:px-6 lg:px-8 lg:pt-4"
        >
          {isAllowed ? <Outlet /> : <NotAllowed title={screen.title} role={screen.role} />}
        </main>
      </div>
      {added && <AddToSetDialog subject={added} onClose={() => $added.set(undefined)} />}
    </div>
  )
}

/** A form may load for so long, in milliseconds. */
const FORM_TIME = 15_000

/** Gives the focus to the field that the hash of an address names, once its form is shown and unless the person did something before. */
function useNamedField(hash: string, href: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same field of another form is another address
  useEffect(() => {
    if (hash === '') return
    const ending = new AbortController()
    const { signal } = ending
    const focus = () => {
      const field = document.getElementsByName(hash)[0]
      if (!field || signal.aborted) return
      ending.abort()
      // A dialog gives the focus to its first field when it opens.
      setTimeout(() => {
        field.focus()
        field.scrollIntoView({ block: 'center' })
      }, 50)
    }
    const observer = new MutationObserver(focus)
    signal.addEventListener('abort', () => observer.disconnect())
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, () => ending.abort(), { signal })
    AbortSignal.timeout(FORM_TIME).addEventListener('abort', () => ending.abort(), { signal })
    observer.observe(document.body, { childList: true, subtree: true })
    focus()
    return () => ending.abort()
  }, [hash, href])
}
