/**
 * Shows what holds now and hides the rest, by the visitor's clock: while the page is parsed (so before it is painted), at the
 * next boundary, and when the page comes back from the background or from history. What is `data-from` a fragment instead of an
 * instant holds while the address has one that begins so. (architecture 5)
 */
import { daysLeft } from '#src/contract/days-left.ts'
import { wake } from './islands.ts'
import { all, doc, flags, on } from './root.ts'

/** Address of `src/islands/viewer/signed-in-bar.ts` as it was packed for this site. */
declare const SIGNED_IN_BAR: string

let timer: ReturnType<typeof setTimeout>

function apply() {
  // biome-ignore lint/complexity/useDateNow: the script of each page has few bytes to spare
  const now = +new Date()
  // A timer runs for a quarter of an hour at most: longer ones overflow, and a sleeping machine stops counting.
  let next = now + 9e5
  for (const part of all('[data-from],[data-until]')) {
    // Compared with a number, text that is none holds for no instant.
    const { from = 0, until = 1 / 0 } = part.dataset as { from?: number; until?: number }
    part.hidden = !((now >= from && now < until) || location.hash.startsWith(from as unknown as string))
    for (const boundary of [from, until]) if (boundary > now && boundary < next) next = +boundary
  }
  // To work out a day takes longer than all else here: until the page is complete, it says the date. A text that is the same stays: a change
  // of the page would have it looked at again, for ever.
  if (doc.readyState === 'complete')
    for (const part of all('[data-days]')) {
      const { days, zone } = part.dataset as { days: never; zone: string }
      const left = daysLeft(+days, now, zone)
      const text = left > 1 ? `${left} days left` : 'last day'
      if (left > 0 && part.textContent !== text) part.textContent = text
    }
  all('[data-from]:not([hidden]) [ssr]').forEach(wake)
  clearTimeout(timer)
  timer = setTimeout(apply, next - now)
  // At the same moments the page notices that the viewer has signed in elsewhere. What signed-in viewers see loads once, and
  // only if the hint cookie says that there may be a session. Until it has loaded, the bar is hidden (`src/styles/menu.css`);
  // if the script fails to load, the built bar is shown again. (architecture 5)
  if (flags.viewer == null && /signed_in=1/.test(doc.cookie)) {
    flags.viewer = ''
    import(SIGNED_IN_BAR).catch(() => delete flags.viewer)
  }
}

new MutationObserver(apply).observe(doc, { childList: 1 as never, subtree: 1 as never })
on('pageshow visibilitychange hashchange', apply)
