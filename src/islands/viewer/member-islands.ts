import { hasToastFromLastPage } from '../toasts.ts'
import { offerAgain } from './bar-toasts.ts'

/** The events that show that the page is used. Scrolling is not one of them: a link into the page scrolls as well. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const
const WAITING = '[data-member] astro-island[ssr]'
const MISSING = 'The member features of this page could not be loaded. Check your connection.'

let isAwaited = false
let hasFailed = false

/**
 * Islands for members load when the page is first used, so that a member who only reads loads no framework. They load at
 * once if the page is for writing, or if the previous page left a toast. (decision 0014)
 */
export function wakeMemberIslands(): void {
  addEventListener('wakefailed', askAgain)
  // The file that all islands start with is a plain script. Its error event does not bubble, so it is captured.
  addEventListener('error', askAgain, true)
  if (document.querySelector('[data-eager]') || hasToastFromLastPage()) wakeAll()
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
    island.dispatchEvent(new Event('pointerover', { bubbles: true }))
}

/** An island that failed to load is loaded again at the next use of the page, and after that with a button. */
function askAgain({ target }: Event): void {
  const isOurs = target instanceof Element && target.matches('[data-member] astro-island, script')
  if (!isOurs || !document.querySelector(WAITING)) return
  if (hasFailed) offerAgain(MISSING, wakeAll)
  else wakeAtFirstSign()
  hasFailed = true
}
