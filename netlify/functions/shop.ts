import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { openPayments } from '#netlify/payments.ts'
import { serve } from '#netlify/serve.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { deliveringAfter } from '../outbox.ts'

export default countingAfter('shop', deliveringAfter(serve(shopApi(openPayments))))

/** `public` and `admin` leave these paths out, so that no request is claimed twice. */
export const config: Config = { path: ['/api/shop/*', '/api/admin/order-refunds'] }
