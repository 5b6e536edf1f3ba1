import type { Config } from '@netlify/functions'
import { serve } from '#netlify/serve.ts'
import { adminMediaApi } from '#src/api/admin/media-api.ts'

export default serve(adminMediaApi)

/** `admin` leaves this path out, so that native code is loaded for pictures alone. */
export const config: Config = {
  path: ['/api/admin/media'],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 60, windowSize: 60 },
}
