import type { Config } from '@netlify/functions'
import { deliveringAfter } from '#netlify/deliver-after.ts'
import { serve } from '#netlify/serve.ts'
import { reportsApi } from '#src/api/reports-api.ts'

export default deliveringAfter(serve(reportsApi))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = {
  path: ['/api/submit-event-report', '/api/reports/*'],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 100, windowSize: 60 },
}
