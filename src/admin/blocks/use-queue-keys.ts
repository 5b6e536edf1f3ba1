import { useEffect, useRef } from 'react'
import { placeAfter, type QueueMove, stepOf } from './queue-keys.ts'

type QueueParts<Entry, Act extends string> = {
  entries: readonly Entry[]
  /** Selects, of each entry of the list, what takes the focus. */
  focusOn: string
  /** What keys do. */
  steps: Readonly<Record<string, QueueMove | Act>>
  onAct: (act: Act, entry: Entry) => void
}

/**
 * A queue by keyboard: what a key does with the entry that has the focus. Keys work inside the list alone, so that they never
 * take a letter somebody types. (WCAG 2.1.4) Gives what the list is held by.
 */
export function useQueueKeys<Entry, Act extends string>({ entries, focusOn, steps, onAct }: QueueParts<Entry, Act>) {
  const list = useRef<HTMLUListElement>(null)
  const lastFocus = useRef<number | undefined>(undefined)
  const focus = (at: number) => list.current?.querySelectorAll<HTMLElement>(focusOn)[at]?.focus()

  const press = useRef((_event: KeyboardEvent) => {})
  press.current = (event) => {
    const step = stepOf(steps, event)
    const at = placeIn(list.current, event.target)
    const entry = entries[at]
    if (!step || !entry) return
    event.preventDefault()
    if (!isMove(step)) onAct(step, entry)
    else if (step === 'open') list.current?.children[at]?.querySelector('a')?.click()
    else focus(placeAfter(step, at, entries.length))
  }
  const isThere = entries.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is there at the latest with its first entry
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => press.current(event)
    const note = ({ target }: FocusEvent) => {
      lastFocus.current = placeIn(element, target)
    }
    element?.addEventListener('keydown', listen)
    element?.addEventListener('focusin', note)
    return () => {
      element?.removeEventListener('keydown', listen)
      element?.removeEventListener('focusin', note)
    }
  }, [isThere])
  // What had the focus was decided on and is gone: it goes on to the entry that stands there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what moves it
  useEffect(() => {
    if (lastFocus.current === undefined || document.activeElement !== document.body) return
    focus(Math.min(lastFocus.current, entries.length - 1))
  }, [entries])
  return list
}

const isMove = (step: string): step is QueueMove => ['next', 'previous', 'open'].includes(step)

/** Which entry something stands in, from 0; -1 for none. What is open above the list is none of it. */
function placeIn(list: Element | null, target: EventTarget | null): number {
  if (!list || !(target instanceof Element) || target.closest('dialog')) return -1
  return [...list.children].findIndex((entry) => entry.contains(target))
}
