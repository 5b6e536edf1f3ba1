import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { deliveringAfter } from '../outbox.ts'
import { purgingAfter } from '../purge-pages.ts'
import { checkingAfter } from '../wake.ts'

export default countingAfter('admin', checkingAfter(purgingAfter(deliveringAfter(serve(adminApi)))))

/** `public` leaves these paths out, so that no request is claimed twice; so does this one what `admin-media`, `analytics`, `content` and `shop` take. */
export const config: Config = {
  path: ['/api/admin/*'],
  excludedPath: [
    '/api/admin/media',
    '/api/admin/order-refunds',
    '/api/admin/analytics',
    '/api/admin/analytics/*',
    '/api/admin/analytics-imports',
    '/api/admin/analytics-imports/*',
    '/api/admin/figure-wishes',
    '/api/admin/menu-items',
    '/api/admin/menu-items/*',
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
    '/api/admin/products',
    '/api/admin/products/*',
    '/api/admin/settings',
    '/api/admin/settings/*',
    '/api/admin/site-copy',
    '/api/admin/site-copy/*',
  ],
}
