import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'

type Tab<Name extends string> = {
  name: Name
  title: string
  panel: ReactNode
  /** Makes the tab a link, which also works when it is pressed before the page's script runs. */
  href?: string
}

type TabsProps<Name extends string> = {
  /** What the row of tabs is called. */
  label: string
  tabs: readonly Tab<Name>[]
  current: Name
  onChange: (name: Name) => void
}

/** Where a key leads among `count` tabs; undefined for keys that lead nowhere. */
export function tabAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  // A tab that is a link does not react to it by itself.
  if (key === ' ') return at
  return key === 'End' ? count - 1 : undefined
}

/** Tabs whose panels all stay, so that nothing typed is lost. */
export function Tabs<Name extends string>({ label, tabs, current, onChange }: TabsProps<Name>) {
  const id = useId()
  return (
    <>
      <TabRow id={id} label={label} tabs={tabs} current={current} onChange={onChange} />
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}${name}`}
          aria-labelledby={`${id}${name}tab`}
          hidden={name !== current}
        >
          {panel}
        </div>
      ))}
    </>
  )
}

type TabRowProps<Name extends string> = Omit<TabsProps<Name>, 'tabs'> & {
  /** Begins the ids of the tabs, `{id}{name}tab`, and of their panels, `{id}{name}`. */
  id: string
  tabs: readonly Omit<Tab<Name>, 'panel'>[]
  /** The one panel that all tabs change, where they share one. */
  panelId?: string
}

const TAB_CLASS =
  'grid place-items-center label min-h-14 flex-auto cursor-pointer border-plate-line border-b-2 px-1.5 text-[1.1875rem] sm:px-3 sm:text-[1.375rem] text-plate-soft hover:text-on-plate aria-selected:border-on-plate aria-selected:text-on-plate aria-selected:shadow-[inset_0_-3px_0_var(--on-plate)]'

/** The row alone. Arrows move and choose. (WAI-ARIA APG: tabs) */
export function TabRow<Name extends string>({ id, label, tabs, current, onChange, panelId }: TabRowProps<Name>) {
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, at: number) => {
    const next = tabAfter(event.key, at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChange(tab.name)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div ref={row} role="tablist" aria-label={label} className="flex flex-wrap">
      {tabs.map(({ name, title, href }, at) => {
        const tab = {
          role: 'tab',
          id: `${id}${name}tab`,
          'aria-selected': name === current,
          'aria-controls': panelId ?? `${id}${name}`,
          tabIndex: name === current ? 0 : -1,
          onClick: (event: MouseEvent) => {
            event.preventDefault()
            onChange(name)
          },
          onKeyDown: (event: KeyboardEvent) => move(event, at),
          className: TAB_CLASS,
        }
        return href ? (
          <a key={name} href={href} {...tab}>
            {title}
          </a>
        ) : (
          <button key={name} type="button" {...tab}>
            {title}
          </button>
        )
      })}
    </div>
  )
}
