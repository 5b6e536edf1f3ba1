import type { Config } from '@netlify/functions'
import { deliveringAfter } from '#netlify/deliver-after.ts'
import { purgingAfter } from '#netlify/purge-after.ts'
import { serve } from '#netlify/serve.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'

export default purgingAfter(deliveringAfter(serve(adminApi)))

/** `public` leaves these paths out, so that no request is claimed twice; so does this one what `admin-media` takes. */
export const config: Config = {
  path: ['/api/admin/*'],
  excludedPath: ['/api/admin/media'],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 600, windowSize: 60 },
}
