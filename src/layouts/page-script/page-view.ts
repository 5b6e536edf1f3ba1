import { flags, on } from './root.ts'

/** Tells the server that this page was looked at. Whatever goes wrong stays unsaid. (product 7) */
on('pageshow', () => {
  try {
    navigator.sendBeacon(
      '/api/page-views',
      new Blob(
        [
          JSON.stringify({
            pagePath: location.pathname,
            eventSlug: flags.event,
            // biome-ignore lint/suspicious/noAssignInExpressions: the script of each page has few bytes to spare
            // biome-ignore lint/style/useTemplate: for the same reason
            sessionId: (sessionStorage.visit ??= '' + Math.random()),
            referrer: document.referrer,
          }),
        ],
        { type: 'application/json' },
      ),
    )
  } catch {}
})
