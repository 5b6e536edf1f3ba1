import { all, doc, flags, on } from './root.ts'

/** Address of `partners.ts` as it was packed for this site. */
declare const PARTNERS: string

/**
 * Tells the server that this page was looked at. What counts the partners of an event comes once they are in sight; a page without
 * them has nothing to watch, which ends here too. Whatever goes wrong stays unsaid. (product 7, security VP10)
 */
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
            referrer: doc.referrer,
          }),
        ],
        { type: 'application/json' },
      ),
    )
    new IntersectionObserver(([seen]) => seen?.isIntersecting && import(PARTNERS)).observe(
      all('[data-partners]')[0] as Element,
    )
  } catch {}
})
