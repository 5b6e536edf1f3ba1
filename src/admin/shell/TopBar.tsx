import { Menu, Rows3, Rows4, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { AdminLink, showFocusedTab, showTab } from '../blocks/AdminLink.tsx'
import { lazyComponent } from '../blocks/lazy-component.tsx'
import type { PlainScreen, ScreenRoute } from '../places.ts'
import { BuildIndicator } from './BuildIndicator.tsx'
import { SIDEBAR } from './Sidebar.tsx'

const load = () => import('./CommandPalette.tsx')

const CommandPalette = lazyComponent(async () => (await load()).CommandPalette)

const KeysDialog = lazyComponent(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** The breadcrumbs or tabs, the search, and the state of the build. It stays visible. */
export function TopBar({ screen, tabs }: { screen: ScreenRoute | undefined; tabs: readonly PlainScreen[] }) {
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
          <PlaceTabs screen={screen} tabs={tabs} className="min-w-0 max-lg:hidden" />
        </>
      ) : (
        <Breadcrumbs screen={screen} tabs={tabs} />
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="ml-auto shrink-0 px-2.5!"
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="whitespace-nowrap max-sm:sr-only">Go to</span>
        <kbd className="rounded border border-line px-1.5 font-mono text-[.75rem] whitespace-nowrap text-soft max-xl:hidden">
          Ctrl K
        </kbd>
      </Button>
      <DensityButton />
      <BuildIndicator />
      {isOpen && <CommandPalette onClose={() => setOpen(false)} onKeys={() => setKeys(true)} />}
      {isKeys && <KeysDialog isSingle={isSingle} onSingle={switchSingle} onClose={() => setKeys(false)} />}
    </header>
  )
}

const DENSITY = 'admin-density'

/** Switches between rows of 44 and of 36 pixels. The browser remembers the choice. */
function DensityButton() {
  const [isCompact, setCompact] = useState(readDensity)
  useEffect(() => {
    document.documentElement.dataset.density = isCompact ? 'compact' : 'comfortable'
    try {
      localStorage.setItem(DENSITY, isCompact ? 'compact' : 'comfortable')
    } catch {
      // Without storage, rows are comfortable again the next time.
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

type PlaceTabsProps = { screen: ScreenRoute | undefined; tabs: readonly PlainScreen[]; className: string }

/** The screens of one place: in the top bar if they fit, otherwise in a row below it. */
export function PlaceTabs({ screen, tabs, className }: PlaceTabsProps) {
  return (
    <nav aria-label={screen?.place} className={className}>
      <ul className="admin-tabs gap-x-1">
        {tabs.map(({ path, title }) => (
          <li key={path} ref={path === screen?.path ? showTab : undefined}>
            <AdminLink
              to={{ to: path }}
              aria-current={path === screen?.path ? 'page' : undefined}
              className="admin-place-tab"
              onFocus={showFocusedTab}
            >
              {title}
            </AdminLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Breadcrumbs for a screen without tabs: the place's first screen, then this one. */
function Breadcrumbs({ screen, tabs }: Omit<PlaceTabsProps, 'className'>) {
  const [above] = tabs
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-[.9375rem]">
        {above && above.path !== screen?.path && (
          <li className="shrink-0 text-soft max-sm:hidden">
            <AdminLink to={{ to: above.path }} className="inline-block py-2 underline-offset-4 hover:underline">
              {above.title}
            </AdminLink>
            <span aria-hidden="true" className="pl-1.5">
              /
            </span>
          </li>
        )}
        <li aria-current="page" className="truncate font-semibold">
          {screen?.title ?? 'Not found'}
        </li>
      </ol>
    </nav>
  )
}

const SINGLE = 'admin-single-keys'

type ShellKeys = { onPalette: () => void; onKeys: () => void; prefetch: () => void }

/**
 * The keys that work everywhere: Ctrl K for the palette, Ctrl S for the form in view, `/` for the search of the list and `?`
 * for the list of keys. The last two can be switched off, which the browser remembers. (WCAG 2.1.4)
 */
function useShellKeys({ onPalette, onKeys, prefetch }: ShellKeys) {
  const [isSingle, setSingle] = useState(() => read() !== 'off')
  const press = useRef((_event: KeyboardEvent) => {})
  press.current = (event) => {
    // The first of the two keys fetches what the second one opens.
    if (event.key === 'Control' || event.key === 'Meta') return prefetch()
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && key === 'k') {
      event.preventDefault()
      return onPalette()
    }
    if ((event.ctrlKey || event.metaKey) && key === 's') {
      event.preventDefault()
      return formInView(document)?.requestSubmit()
    }
    const isPlain = isSingle && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    if (!isPlain || document.querySelector('dialog[open]')) return
    const search = document.querySelector<HTMLElement>('main input[type=search]')
    if (key === '/' && search) {
      event.preventDefault()
      search.focus()
    }
    if (key === '?') onKeys()
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const switchSingle = (isOn: boolean) => {
    setSingle(isOn)
    try {
      localStorage.setItem(SINGLE, isOn ? 'on' : 'off')
    } catch {
      // Without storage, the keys are on again the next time.
    }
  }
  return { isSingle, switchSingle }
}

function read(): string | null {
  try {
    return localStorage.getItem(SINGLE)
  } catch {
    return null
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** The form that Ctrl S saves: the one with the focus, else the only one of the open dialog or, without one, of the screen. */
function formInView(page: Document): HTMLFormElement | undefined {
  const focused = page.activeElement?.closest('form')
  if (focused) return focused
  const place = [...page.querySelectorAll('dialog[open]')].at(-1) ?? page.querySelector('main')
  const [form, other] = place?.querySelectorAll('form') ?? []
  return other ? undefined : form
}
