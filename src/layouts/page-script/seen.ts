/**
 * Tells that the agenda and the partners of an event came into sight, and which partners were pressed after that. It is a file of its
 * own, which the page script loads once the first of them is in sight, with or without scrolling. (security VP10)
 */
import type { ToldAct } from '#src/contract/page-view.ts'
import { all, on } from './root.ts'
import { tell } from './tell.ts'

/** The partners that were pressed since they came into sight; undefined before. */
let links: string[] | undefined
let sight: IntersectionObserver | undefined

/** Once for each view of the page. */
function watch() {
  sight?.disconnect()
  links = undefined
  sight = new IntersectionObserver((parts, observer) => {
    for (const { isIntersecting, target } of parts) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      const { seen } = (target as HTMLElement).dataset
      if (seen === 'partners') {
        links = []
        tell({ links })
      } else tell({ act: seen as ToldAct })
    }
  })
  for (const part of all('[data-seen]')) sight.observe(part)
}

watch()
// A page that comes back from history is looked at again.
on('pageshow', watch)
on('click auxclick', (event) => {
  const link: HTMLAnchorElement | null = event.target.closest?.('[data-partners] a')
  // The middle button opens a link too; the right one opens a menu.
  if (!link || !links || (event as Event as MouseEvent).button > 1) return
  links.push(link.dataset.partner ?? link.href)
  tell({ links })
})
