import { timingSafeEqual } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { Hono } from 'hono'
import type { ApiEnv } from '#src/api/context.ts'
import { problemResponse } from '#src/api/on-error.ts'
import { securityHeaders } from '#src/api/security-headers.ts'
import { SENTENCE } from '#src/api/sentences.ts'
import { wakeSecret } from '#src/platform/waker.ts'
import { runtime } from './runtime.ts'

/** What everybody else gets, as at any address of the API that there is not. */
const nothing = new Hono<ApiEnv>()
  .use(securityHeaders)
  .all('*', () => problemResponse({ status: 404, code: 'not_found', detail: SENTENCE.notFound }))

type Woken = (request: Request, context: Pick<Context, 'waitUntil'>) => Promise<Response>

/** A function that our own functions alone may wake: it answers at once and does `work` after that. */
export function wokenByOurs(work: () => Promise<void>): Woken {
  return async (request, context) => {
    if (request.method !== 'POST' || !isOurs(request.headers.get('Authorization'))) return nothing.fetch(request)
    context.waitUntil(work())
    return new Response(null, { status: 202 })
  }
}

function isOurs(authorization: string | null): boolean {
  if (authorization === null) return false
  const { databaseUrl } = runtime().env
  const expected = Buffer.from(`Bearer ${wakeSecret(databaseUrl ?? '')}`)
  const given = Buffer.from(authorization)
  return databaseUrl !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
}

type Answer<Caller> = (request: Request, caller: Caller) => Promise<Response>

/** What is done by the function that runs checks, once it is asked for. */
const ASKS =
  /^\/api\/(?:admin\/(?:checks\/rounds|mail-round-trips\/[^/]+\/source|mail-dns\/[^/]+\/accept)|mail-inbound\/[^/]+)$/

/** A function whose requests may ask for a round or send in a mail to judge: that is done after the answer, which is 202. */
export function checkingAfter<Caller extends object>(
  answer: Answer<Caller>,
): Answer<Caller & Partial<Pick<Context, 'waitUntil'>>> {
  return async (request, caller) => {
    const response = await answer(request, caller)
    const isAsking = request.method === 'POST' && ASKS.test(new URL(request.url).pathname)
    const { wakeChecks } = isAsking && response.status === 202 ? runtime() : {}
    if (wakeChecks) caller.waitUntil?.(wakeChecks())
    return response
  }
}
