/**
 * Shows what holds now and hides the rest, by the visitor's clock: while the page is parsed (so before it is painted), at the
 * next boundary, and when the page comes back from the background or from history. What is `data-from` a fragment instead of an
 * instant holds while the address has one that begins so. (architecture 5)
 */
import { wake } from './islands.ts'
import { greet } from './session.ts'

let timer: ReturnType<typeof setTimeout>

function apply() {
  const now = Date.now()
  // A timer runs for half an hour at most: longer ones overflow, and a sleeping machine stops counting.
  let next = now + 18e5
  for (const part of document.querySelectorAll<HTMLElement>('[data-from],[data-until]')) {
    const { from = '0', until = '9e15' } = part.dataset
    part.hidden = !((now >= +from && now < +until) || location.hash.startsWith(from))
    for (const boundary of [+from, +until]) if (boundary > now && boundary < next) next = boundary
  }
  for (const island of document.querySelectorAll('[data-from]:not([hidden]) astro-island[ssr]')) wake(island)
  clearTimeout(timer)
  timer = setTimeout(apply, next - now)
  // The same moments tell that somebody has signed in elsewhere while this page stood open.
  greet()
}

new MutationObserver(apply).observe(document, { childList: true, subtree: true })
for (const type of ['pageshow', 'visibilitychange', 'hashchange']) addEventListener(type, apply)
