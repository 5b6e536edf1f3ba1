import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { contentApi } from '#src/api/content-api.ts'
import { deliveringAfter } from '../outbox.ts'
import { purgingAfter } from '../purge-pages.ts'

export default countingAfter('content', purgingAfter(deliveringAfter(serve(contentApi))))

/** `admin` leaves these paths out, so that no request is claimed twice. */
export const config: Config = {
  path: [
    '/api/admin/change-sets',
    '/api/admin/change-sets/*',
    '/api/admin/content-blocks',
    '/api/admin/content-blocks/*',
    '/api/admin/content-checks',
    '/api/admin/content-checks/*',
    '/api/admin/content-pages',
    '/api/admin/content-pages/*',
    '/api/admin/content-places',
    '/api/admin/content-places/*',
    '/api/admin/menu-items',
    '/api/admin/menu-items/*',
    '/api/admin/products',
    '/api/admin/products/*',
    '/api/admin/settings',
    '/api/admin/settings/*',
    '/api/admin/site-copy',
    '/api/admin/site-copy/*',
  ],
}
