import { hasCarried } from '../toasts.ts'
import { offerAgain } from './bar-toasts.ts'

/** What somebody does who uses the page, wherever on it. Scrolling alone is none: a link into the page does that too. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const
const WAITING = '[data-member] astro-island[ssr]'
const MISSING = 'The member features of this page could not be loaded. Check your connection.'

let isAwaited = false
let hasFailed = false

/**
 * Islands for members come with the first sign that somebody uses the page, so that who opens it to read loads no framework.
 * They come at once where the page is for writing, and where the page before left them a toast. (decision 0014)
 */
export function wakeMemberIslands(): void {
  addEventListener('wakefailed', askAgain)
  // The file that all islands start with is a plain script, whose failure is heard on its way down.
  addEventListener('error', askAgain, true)
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
  for (const island of document.querySelectorAll(WAITING))
    island.dispatchEvent(new Event('touchstart', { bubbles: true }))
}

/** An island that did not come is asked for again with the next sign, and after that whenever somebody says so. */
function askAgain({ target }: Event): void {
  const isOurs = target instanceof Element && target.matches('[data-member] astro-island, script')
  if (!isOurs || !document.querySelector(WAITING)) return
  if (hasFailed) offerAgain(MISSING, wakeAll)
  else wakeAtFirstSign()
  hasFailed = true
}
