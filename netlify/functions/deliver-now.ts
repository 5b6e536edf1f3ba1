import { timingSafeEqual } from 'node:crypto'
import type { Config, Context } from '@netlify/functions'
import { Hono } from 'hono'
import { deliverSoon } from '#netlify/outbox.ts'
import { runtime } from '#netlify/runtime.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { problemResponse } from '#src/api/on-error.ts'
import { securityHeaders } from '#src/api/security-headers.ts'
import { SENTENCE } from '#src/api/sentences.ts'
import { wakeSecret } from '#src/platform/waker.ts'

/** What everybody else gets, as at any address of the API that there is not. */
const nothing = new Hono<ApiEnv>()
  .use(securityHeaders)
  .all('*', () => problemResponse({ status: 404, code: 'not_found', detail: SENTENCE.notFound }))

/** Delivers what another function has just left in the outbox: answers at once and goes on. For our own functions alone. */
export default async function handle(request: Request, context: Pick<Context, 'waitUntil'>): Promise<Response> {
  if (request.method !== 'POST' || !isOurs(request.headers.get('Authorization'))) return nothing.fetch(request)
  context.waitUntil(deliverSoon())
  return new Response(null, { status: 202 })
}

function isOurs(authorization: string | null): boolean {
  if (authorization === null) return false
  const { databaseUrl } = runtime().env
  const expected = Buffer.from(`Bearer ${wakeSecret(databaseUrl ?? '')}`)
  const given = Buffer.from(authorization)
  return databaseUrl !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
}

/** `public` leaves this path out. */
export const config: Config = { path: '/api/deliver-outbox' }
