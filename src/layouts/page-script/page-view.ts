import { all, browser, flags, on } from './root.ts'
import { tell } from './tell.ts'

const watch = (part: Element, told: (isSeen: boolean) => unknown) =>
  new IntersectionObserver(([seen]) => told((seen as IntersectionObserverEntry).isIntersecting)).observe(part)

/**
 * Tells the server that this page was looked at. The page names in `data-later` a script that comes once a part with `data-seen` is in
 * sight; on a page of the shop that is all of its content. (product 7, security VP10)
 *
 * A page that can be kept for a place without a network names its service worker in `data-sw`. (decision 0063)
 */
on('pageshow', () => {
  tell()
  for (const part of all('[data-seen]')) watch(part, (isSeen) => isSeen && import(flags.later as string))
  if (flags.sw) browser.serviceWorker?.register(flags.sw)
  // The register link of the hero: while it is in view, the bar at the bottom is not needed.
  const link = all('[data-register]')[0]
  if (link) watch(link, (isSeen) => (flags.near = isSeen as never))
})

/**
 * Tells what is pressed, even if it is the first thing that is done here: a link with `data-act` has no other data. The middle button
 * opens a link too; the right one opens a menu.
 */
on('click auxclick', (event) => {
  const pressed: HTMLElement | null = event.target.closest('[data-act]')
  if (pressed && (event as Event as MouseEvent).button < 2) tell(pressed.dataset)
})
