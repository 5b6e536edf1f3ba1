import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { publicApi } from '#src/api/public-api.ts'
import { checkingAfter } from '../wake.ts'

export default countingAfter('public', checkingAfter(serve(publicApi)))

/**
 * The host allows two rate limits, this one and that of `auth` (decision 0013). `aggregateBy` must be an array: a bare 'ip' is
 * read as 'domain', and one caller would spend everybody's allowance. (security RL9)
 */
export const config: Config = {
  path: ['/api/*', '/media/*'],
  excludedPath: [
    '/api/auth/*',
    '/api/admin/*',
    '/api/submit-event-report',
    '/api/reports/*',
    '/api/forum/*',
    '/api/mail-hooks/*',
    '/api/calendar/*',
    '/api/unsubscribe',
    '/api/unsubscribe/*',
    '/api/vendor/*',
    '/api/logistics/*',
    '/api/shop/*',
    '/api/deliver-outbox',
    '/api/run-checks',
    '/api/settle-payments',
  ],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 200, windowSize: 60 },
}
