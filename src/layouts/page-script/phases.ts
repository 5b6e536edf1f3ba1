/**
 * Shows what holds now and hides the rest, by the visitor's clock: while the page is parsed (so before it is painted), at the
 * next boundary, and when the page comes back from the background or from history. (design 5)
 */
import { wake } from './islands.ts'
import { greet } from './session.ts'

/** A timer runs at most this long, in milliseconds: longer ones overflow, and a sleeping machine stops counting. */
const LONGEST_WAIT = 6e4 * 30

let timer: ReturnType<typeof setTimeout>

function apply() {
  const now = Date.now()
  let next = now + LONGEST_WAIT
  for (const part of document.querySelectorAll<HTMLElement>('[data-from],[data-until]')) {
    const from = Number(part.dataset.from ?? 0)
    const until = Number(part.dataset.until ?? 9e15)
    const isOver = now < from || now >= until
    if (part.hidden !== isOver) part.hidden = isOver
    for (const boundary of [from, until]) if (boundary > now && boundary < next) next = boundary
  }
  for (const island of document.querySelectorAll('[data-from]:not([hidden]) astro-island[ssr]')) wake(island)
  clearTimeout(timer)
  timer = setTimeout(apply, next - now)
  // The same moments tell that somebody has signed in elsewhere while this page stood open.
  greet()
}

new MutationObserver(apply).observe(document, { childList: true, subtree: true })
addEventListener('pageshow', apply)
addEventListener('visibilitychange', apply)
