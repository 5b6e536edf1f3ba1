import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { deliveringAfter } from '../outbox.ts'

export default countingAfter('public', deliveringAfter(serve(shopApi({ startPayment: null }))))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = { path: '/api/shop/*' }
