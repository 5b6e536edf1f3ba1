/**
 * Counts that the partners of an event came into sight, and which outside links were pressed after that. It is a file of its own,
 * which the page script loads once they are in sight, with or without scrolling. (security VP10)
 */
import { all, flags, on } from './root.ts'

/** The links that were pressed since the partners came into sight; undefined before. */
let links: string[] | undefined

function watch() {
  links = undefined
  for (const strip of all('[data-partners]'))
    new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting || links) return
      links = []
      tell()
    }).observe(strip)
}

/** Says so in the words of a page view. Whatever goes wrong stays unsaid. */
function tell() {
  const hit = { pagePath: location.pathname, eventSlug: flags.event, links }
  navigator.sendBeacon('/api/page-views', new Blob([JSON.stringify(hit)], { type: 'application/json' }))
}

watch()
// A page that comes back from history is looked at again.
on('pageshow', watch)
// Links to other sites open in a new tab.
on('click auxclick', (event) => {
  const link: HTMLAnchorElement | null = event.target.closest?.('a[target]')
  // The middle button opens a link too; the right one opens a menu.
  if (!link || !links || (event as Event as MouseEvent).button > 1) return
  links.push(link.dataset.partner ?? link.href)
  tell()
})
