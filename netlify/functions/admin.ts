import type { Config } from '@netlify/functions'
import { deliveringAfter } from '#netlify/deliver-after.ts'
import { serve } from '#netlify/serve.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'

export default deliveringAfter(serve(adminApi))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = {
  path: ['/api/admin/*'],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 600, windowSize: 60 },
}
