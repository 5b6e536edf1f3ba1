import { Menu, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import type { ScreenRoute } from '../routes.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { BuildIndicator } from './BuildIndicator.tsx'
import { SIDEBAR } from './Sidebar.tsx'

const load = () => import('./CommandPalette.tsx')
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }))

/** The way here, the search for everywhere else, and how the site stands. It stays in sight. */
export function TopBar({ screen, pathname }: { screen: ScreenRoute | undefined; pathname: string }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The first of the two keys fetches what the second one opens.
      if (event.key === 'Control' || event.key === 'Meta') load().catch(() => {})
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <header className="sticky top-0 z-10 flex min-h-14 items-center gap-2 border-line border-b bg-surface px-3 sm:px-6 lg:px-10">
      <button
        type="button"
        popoverTarget={SIDEBAR}
        className={buttonClass({ variant: 'ghost', size: 'sm', className: 'px-2.5 lg:hidden' })}
      >
        <Menu aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Menu</span>
      </button>
      <Breadcrumbs screen={screen} pathname={pathname} />
      <Button
        variant="ghost"
        size="sm"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="ml-auto px-2.5!"
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Go to</span>
        <kbd className="rounded border border-line px-1.5 font-mono text-[.75rem] text-soft max-lg:hidden">Ctrl K</kbd>
      </Button>
      <BuildIndicator />
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}
