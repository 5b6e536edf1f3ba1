import type { PageViewInput } from '#src/contract/page-view.ts'
import { browser, doc, flags } from './root.ts'

/**
 * Tells the server what was seen or done on this page. The query says which campaign brought the visitor, and the server stores
 * nothing else of it; the fragment, in which tokens are, stays here. Whatever goes wrong stays unsaid. (product 7)
 */
export const tell = (more?: Pick<PageViewInput, 'act' | 'links'> | DOMStringMap) => {
  try {
    browser.sendBeacon(
      '/api/page-views',
      new Blob(
        [
          JSON.stringify({
            pagePath: doc.URL.split('#')[0],
            eventSlug: flags.event,
            referrer: doc.referrer,
            ...more,
          }),
        ],
        { type: 'application/json' },
      ),
    )
  } catch {}
}
