import { useEffect, useRef } from 'react'

/** What a key does in every queue: goes to another entry, or opens the one that has the focus. */
export type QueueMove = 'next' | 'previous' | 'open'

/** Keys as a hint names them, and what they do. */
export type KeyHint = readonly [keys: readonly string[], what: string]

/** Introduces the keyboard shortcuts of a list. */
export const SHORTCUTS = 'Shortcuts:'

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The step a key asks for; undefined for every other one, and for those the browser or the system has taken. */
export function getStep<Step>(
  steps: Readonly<Record<string, Step>>,
  { key, ctrlKey, metaKey, altKey }: Pressed,
): Step | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return steps[key.length === 1 ? key.toLowerCase() : key]
}

/** Where a step leads among `count` places; it stops at both ends. */
export function getNextIndex(step: 'next' | 'previous', at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at + (step === 'next' ? 1 : -1)))
}

type QueueParts<Entry, Act extends string> = {
  entries: readonly Entry[]
  /** Selects, of each entry of the list, what takes the focus. */
  focusOn: string
  /** What keys do. */
  steps: Readonly<Record<string, QueueMove | Act>>
  onAct: (act: Act, entry: Entry) => void
}

/**
 * A queue by keyboard: what a key does with the entry that has the focus. Keys work only inside the list, so that they never
 * intercept typed letters. (WCAG 2.1.4) Returns the ref of the list.
 */
export function useQueueKeys<Entry, Act extends string>({ entries, focusOn, steps, onAct }: QueueParts<Entry, Act>) {
  const list = useRef<HTMLUListElement>(null)
  const lastFocus = useRef<number | undefined>(undefined)
  const focus = (at: number) => list.current?.querySelectorAll<HTMLElement>(focusOn)[at]?.focus()

  const press = useRef((_event: KeyboardEvent) => {})
  press.current = (event) => {
    const step = getStep(steps, event)
    const at = getEntryIndex(list.current, event.target)
    const entry = entries[at]
    if (!step || !entry) return
    event.preventDefault()
    if (!isMove(step)) onAct(step, entry)
    else if (step === 'open') list.current?.children[at]?.querySelector('a')?.click()
    else focus(getNextIndex(step, at, entries.length))
  }
  const isThere = entries.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is there at the latest with its first entry
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => press.current(event)
    const note = ({ target }: FocusEvent) => {
      lastFocus.current = getEntryIndex(element, target)
    }
    element?.addEventListener('keydown', listen)
    element?.addEventListener('focusin', note)
    return () => {
      element?.removeEventListener('keydown', listen)
      element?.removeEventListener('focusin', note)
    }
  }, [isThere])
  // The entry with the focus disappears after a decision: the focus moves to the entry in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what moves it
  useEffect(() => {
    if (lastFocus.current === undefined || document.activeElement !== document.body) return
    focus(Math.min(lastFocus.current, entries.length - 1))
  }, [entries])
  return list
}

const isMove = (step: string): step is QueueMove => ['next', 'previous', 'open'].includes(step)

/** The index of the entry that contains an element; -1 for none. An open dialog does not count as part of the list. */
function getEntryIndex(list: Element | null, target: EventTarget | null): number {
  if (!list || !(target instanceof Element) || target.closest('dialog')) return -1
  return [...list.children].findIndex((entry) => entry.contains(target))
}

/** The keyboard shortcuts of a list, shown on wide screens. */
export function KeyHints({ hints, className }: { hints: readonly KeyHint[]; className: string }) {
  return (
    <p className={`hidden text-[.875rem] text-soft lg:block ${className}`}>
      <span className="mr-2">{SHORTCUTS}</span>
      {hints.map(([keys, what]) => (
        <span key={what} className="mr-3 inline-block">
          {keys.map((key) => (
            <kbd key={key} className="mr-1 rounded border border-line bg-surface px-1.5 py-0.5 font-mono">
              {key}
            </kbd>
          ))}
          {what}
        </span>
      ))}
    </p>
  )
}
