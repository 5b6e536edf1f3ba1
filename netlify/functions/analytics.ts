import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { analyticsApi } from '#src/api/analytics-api.ts'

export default countingAfter('analytics', serve(analyticsApi))

/** `admin` leaves these paths out, so that no request is claimed twice. */
export const config: Config = {
  path: [
    '/api/admin/analytics',
    '/api/admin/analytics/*',
    '/api/admin/analytics-imports',
    '/api/admin/analytics-imports/*',
    '/api/admin/figure-wishes',
  ],
}
