import { timingSafeEqual } from 'node:crypto'
import type { Config, Context } from '@netlify/functions'
import { deliverSoon } from '#netlify/outbox.ts'
import { runtime } from '#netlify/runtime.ts'
import { wakeSecret } from '#src/platform/waker.ts'

/** Delivers what another function has just left in the outbox: answers at once and goes on. For our own functions alone. */
export default async function handle(request: Request, context: Pick<Context, 'waitUntil'>): Promise<Response> {
  const expected = Buffer.from(`Bearer ${wakeSecret(runtime().env.databaseUrl ?? '')}`)
  const given = Buffer.from(request.headers.get('Authorization') ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return new Response(null, { status: 404 })
  context.waitUntil(deliverSoon())
  return new Response(null, { status: 202 })
}

/** `public` leaves this path out. */
export const config: Config = {
  path: '/api/deliver-outbox',
  method: 'POST',
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 200, windowSize: 60 },
}
