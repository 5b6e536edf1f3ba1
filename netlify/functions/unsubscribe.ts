import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'

export default countingAfter('unsubscribe', serve(unsubscribeApi))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = { path: ['/api/unsubscribe', '/api/unsubscribe/*'] }
