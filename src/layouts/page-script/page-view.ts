import { all, doc, flags, on } from './root.ts'

/**
 * Tells the server that this page was looked at. The page names in `data-later` a script that comes once its partners are in sight,
 * or at once on a page of the shop, whose content is in sight wherever it was scrolled to. One without them has nothing to watch, which
 * ends here too. Whatever goes wrong stays unsaid. (product 7, security VP10)
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
    new IntersectionObserver(([seen]) => seen?.isIntersecting && import(flags.later as string)).observe(
      all('[data-partners],[data-shop]')[0] as Element,
    )
  } catch {}
})
