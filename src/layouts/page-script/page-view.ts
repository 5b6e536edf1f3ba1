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

/** Address of `partners.ts` as it was packed for this site. */
declare const PARTNERS: string

// biome-ignore lint/correctness/noUnusedVariables: that it is set keeps the file from being asked for twice
let partners: Promise<unknown> | string | undefined

// The partners of an event are further down: what counts them comes once somebody scrolls.
on('scroll', () => {
  partners ||= flags.event && import(PARTNERS)
})
