import { useEffect, useRef, useState } from 'react'

const SINGLE = 'admin-single-keys'

type ShellKeys = { onPalette: () => void; onKeys: () => void; prefetch: () => void }

/**
 * The keys that work everywhere: Ctrl K for the palette, Ctrl S for the form in view, `/` for the search of the list and `?`
 * for the list of keys. The last two can be switched off, which the browser remembers. (WCAG 2.1.4)
 */
export function useShellKeys({ onPalette, onKeys, prefetch }: ShellKeys) {
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
      // A browser that keeps nothing has them on again the next time.
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
