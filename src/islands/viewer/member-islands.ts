import { hasCarried } from '../toasts.ts'

/** What somebody does who uses the page, wherever on it. Scrolling alone is none: a link into the page does that too. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const

let isAwaited = false

/**
 * Islands for members come with the first sign that somebody uses the page, so that who opens it to read loads no framework.
 * They come at once where the page is for writing, and where the page before left them a toast. (docs/decisions/0014)
 */
export function wakeMemberIslands(): void {
  if (document.querySelector('[data-at-once]') || hasCarried()) wakeAll()
  else if (!isAwaited) wakeAtFirstSign()
}

function wakeAtFirstSign(): void {
  isAwaited = true
  const stop = new AbortController()
  const wake = () => {
    stop.abort()
    wakeAll()
  }
  for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true, signal: stop.signal })
}

function wakeAll(): void {
  for (const island of document.querySelectorAll('[data-member] astro-island[ssr]'))
    island.dispatchEvent(new Event('touchstart', { bubbles: true }))
}
