import { createToasts } from '../toasts.ts'
import { element } from './element.ts'

const { $toasts, notify, dismiss, hold } = createToasts()

/** Shows the result of signing out, on pages without other toasts. Errors interrupt screen readers, successes do not. (security AX6) */
export { notify }

/** Says what could not be loaded, with a button that tries again. It stays until the button is pressed. */
export function offerAgain(words: string, ask: () => void): void {
  const button = element('button', { type: 'button', class: 'again' }, 'Try again')
  const line = element('div', { class: 'bar-toast error', role: 'alert' }, words, button)
  button.addEventListener('click', () => {
    moveFocus(document.querySelector('main'))
    line.remove()
    ask()
  })
  document.querySelector('.bar-toasts')?.prepend(line)
}

/** Moves the focus away from an element that will be removed. */
function moveFocus(place: HTMLElement | null): void {
  if (!place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Adds the region for toasts before the first toast; otherwise it would not be read out. */
export function addToasts(): void {
  const news = element('div', { role: 'status' })
  const region = element('section', { class: 'bar-toasts', 'aria-label': 'Messages' }, news)
  for (const [event, isHeld] of [
    ['pointerenter', true],
    ['pointerleave', false],
    ['focusin', true],
    ['focusout', false],
  ] as const)
    region.addEventListener(event, () => hold(isHeld))
  const lines = new Map<number, HTMLElement>()
  $toasts.subscribe((toasts) => {
    for (const [id, line] of lines) {
      if (toasts.some((toast) => toast.id === id)) continue
      line.remove()
      lines.delete(id)
    }
    for (const { id, message, kind } of toasts) {
      if (lines.has(id)) continue
      const close = element('button', { type: 'button', 'aria-label': 'Dismiss' }, '×')
      close.addEventListener('click', () => dismiss(id))
      const isError = kind === 'error'
      const line = element('div', { class: `bar-toast ${kind}`, role: isError ? 'alert' : undefined }, message, close)
      lines.set(id, line)
      if (isError) region.prepend(line)
      else news.append(line)
    }
  })
  document.body.append(region)
}
