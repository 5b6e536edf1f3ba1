import { Menu, Rows3, Rows4, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import type { ScreenRoute } from '../routes.ts'
import { BuildIndicator } from './BuildIndicator.tsx'
import { Breadcrumbs, PlaceTabs } from './PlaceTabs.tsx'
import { SIDEBAR } from './Sidebar.tsx'
import { useShellKeys } from './use-shell-keys.ts'

const load = () => import('./CommandPalette.tsx')
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }))

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

/** The way here, the search for everywhere else, and how the site stands. It stays in sight. */
export function TopBar({ screen, tabs }: { screen: ScreenRoute | undefined; tabs: readonly ScreenRoute[] }) {
  const [isOpen, setOpen] = useState(false)
  const hasTabs = tabs.length > 1 && tabs.some(({ path }) => path === screen?.path)
  const [isKeys, setKeys] = useState(false)
  const { isSingle, switchSingle } = useShellKeys({
    onPalette: () => setOpen((was) => !was),
    onKeys: () => setKeys(true),
    prefetch: () => void load().catch(() => {}),
  })
  return (
    <header className="sticky top-0 z-10 flex min-h-14 items-center gap-2 border-line border-b bg-surface px-3 sm:px-6 lg:px-8">
      <button
        type="button"
        popoverTarget={SIDEBAR}
        className={buttonClass({ variant: 'ghost', size: 'sm', className: 'px-2.5 lg:hidden' })}
      >
        <Menu aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Menu</span>
      </button>
      {hasTabs ? (
        <>
          <p className="truncate font-semibold lg:hidden">{screen?.title}</p>
          <PlaceTabs screen={screen} tabs={tabs} className="max-lg:hidden" />
        </>
      ) : (
        <Breadcrumbs screen={screen} tabs={tabs} />
      )}
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
      <DensityButton />
      <BuildIndicator />
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} onKeys={() => setKeys(true)} />
        </Suspense>
      )}
      {isKeys && (
        <Suspense>
          <KeysDialog isSingle={isSingle} onSingle={switchSingle} onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </header>
  )
}

const DENSITY = 'admin-density'

/** Rows of 44 or of 36 pixels. The browser remembers which. */
function DensityButton() {
  const [isCompact, setCompact] = useState(readDensity)
  useEffect(() => {
    document.documentElement.dataset.density = isCompact ? 'compact' : 'comfortable'
    try {
      localStorage.setItem(DENSITY, isCompact ? 'compact' : 'comfortable')
    } catch {
      // A browser that keeps nothing shows comfortable rows again the next time.
    }
  }, [isCompact])
  const Icon = isCompact ? Rows4 : Rows3
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isCompact}
      title="Compact rows"
      onClick={() => setCompact(!isCompact)}
      className="px-2.5! max-lg:hidden"
    >
      <Icon aria-hidden="true" className="size-5" />
      <span className="sr-only">Compact rows</span>
    </Button>
  )
}

function readDensity(): boolean {
  try {
    return localStorage.getItem(DENSITY) === 'compact'
  } catch {
    return false
  }
}
