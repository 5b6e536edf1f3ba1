import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { requireHashing } from '#src/auth/passwords.ts'
import { deliveringAfter } from '../outbox.ts'
import { purgingAfter } from '../purge-pages.ts'

export default countingAfter('auth', purgingAfter(deliveringAfter(serve(authApi, { check: requireHashing }))))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = {
  path: ['/api/auth/*', '/.well-known/jwks.json'],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 400, windowSize: 60 },
}
