import { flags, on } from './root.ts'

/** Tells the server that this page was looked at. Whatever goes wrong stays unsaid. (product 7) */
on('pageshow', () => {
  try {
    sessionStorage.visit ??= Math.random()
    const view = {
      pagePath: location.pathname,
      eventSlug: flags.event,
      sessionId: sessionStorage.visit,
      referrer: document.referrer,
    }
    navigator.sendBeacon('/api/page-views', new Blob([JSON.stringify(view)], { type: 'application/json' }))
  } catch {}
})
