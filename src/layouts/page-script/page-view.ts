/** Tells the server that this page was looked at. Whatever goes wrong stays unsaid. (product 7) */
addEventListener('pageshow', () => {
  try {
    sessionStorage.visit ??= Math.random().toString(36).slice(2)
    const view = {
      pagePath: location.pathname,
      eventSlug: document.querySelector<HTMLElement>('[data-event]')?.dataset.event,
      sessionId: sessionStorage.visit,
      referrer: document.referrer,
    }
    navigator.sendBeacon('/api/page-views', new Blob([JSON.stringify(view)], { type: 'application/json' }))
  } catch {}
})
