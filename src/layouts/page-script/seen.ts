/**
 * Tells that the agenda and the partners of an event came into sight, which partners were pressed after that, and what was done with
 * the letter. It is a file of its own, with what the letter needs, which the page script loads once the first of these parts is in
 * sight, with or without scrolling. (security VP10)
 */
import '#src/islands/story/story.ts'
import { all, on } from './root.ts'
import { tell } from './tell.ts'

/** What is pressed in the section of the letter, and what that does with it. */
const LETTER = [
  ['[data-copy]:not([data-share])', 'letter copied'],
  ['[href^=mailto]', 'letter mailed'],
  ['[data-print]', 'letter printed'],
] as const

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
      if (target.id === 'agenda') tell({ act: 'agenda' })
      else {
        links = []
        tell({ links })
      }
    }
  })
  for (const part of all('#agenda,[data-partners]')) sight.observe(part)
}

watch()
// A page that comes back from history is looked at again.
on('pageshow', watch)
on('click auxclick', (event) => {
  // The middle button opens a link too; the right one opens a menu.
  if ((event as Event as MouseEvent).button > 1) return
  const partner: HTMLAnchorElement | null = event.target.closest('[data-partners] a')
  if (partner && links) {
    links.push(partner.dataset.partner ?? partner.href)
    tell({ links })
  }
  const done = LETTER.find(([what]) => event.target.closest(`#business-case ${what}`))
  if (done) tell({ act: done[1] })
})
