import type { PageViewInput } from '#src/contract/page-view.ts'
import { doc, flags } from './root.ts'

/**
 * Tells the server what was seen or done on this page. The query says which campaign brought the visitor, and the server stores
 * nothing else of it; the fragment, in which tokens are, stays here. A browser that sends no beacons tells nothing. (product 7)
 */
export const tell = (more: Pick<PageViewInput, 'act' | 'links'>) =>
  navigator.sendBeacon?.(
    '/api/page-views',
    new Blob(
      [
        JSON.stringify({
          pagePath: location.pathname + location.search,
          eventSlug: flags.event,
          referrer: doc.referrer,
          ...more,
        }),
      ],
      { type: 'application/json' },
    ),
  )
