import { ASK_AGAIN, keptSentence } from '#src/contract/kept.ts'

/** On the copy of a page, which the service worker gives this script: says how old it is, and loads the page again once it can. */
const { at } = (document.currentScript as HTMLScriptElement).dataset
const note = document.createElement('p')
note.role = 'status'
note.textContent = keptSentence(Number(at))
// A browser goes back to where the page was left, so the note stays in view unless the window is as low as a magnified one.
note.style.cssText = `position:${innerHeight < 480 ? 'static' : 'sticky'};top:var(--bar);z-index:4;margin:0;padding:.5rem var(--gutter);background:var(--signal);color:var(--on-signal);border-bottom:2px solid;font-size:.9375rem;font-weight:600;line-height:1.35`
document.getElementById('content')?.prepend(note)

/** A browser says that it is online before it can reach anything, so the site is asked. A HEAD passes by the service worker. */
const renew = () => {
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => location.reload(),
    () => {},
  )
}
addEventListener('online', renew)
setInterval(renew, ASK_AGAIN)
