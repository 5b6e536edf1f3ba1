import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { CLOSED_HEADER } from '#src/contract/error-budget.ts'
import { Failure, type FailureKind, type Problem } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { Limit } from '#src/domain/security/limits.ts'
import { getMemory, takeInMemory } from '#src/domain/security/memory.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { InvalidInput } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { changesNothing } from './origin-check.ts'
import { SENTENCE } from './sentences.ts'

/** One HTTP status for each kind of failure. (architecture 7) */
const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  step_up: 403,
  not_found: 404,
  conflict: 409,
  findings: 422,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  closed: 503,
} as const satisfies Record<FailureKind, number>

/** Seconds to wait where a failure does not say. */
const RETRY_AFTER: Partial<Record<FailureKind, number>> = { rate_limited: 60, unavailable: 5 }

/** query_canceled, which is the statement timeout, and lock_not_available. */
const OVERLOADED = new Set(['57014', '55P03'])

/** Turns an error that a handler threw into a problem answer, never with the text of a driver or library. */
export async function onError(error: Error, c: Context<ApiEnv>): Promise<Response> {
  const { log, requestId, isConnectionFault } = c.var
  const failure = toFailure(error, isConnectionFault)
  if (!failure) {
    log.error('unexpected error', { requestId }, error)
    return problemResponse({ status: 500, code: 'internal', detail: SENTENCE.internal })
  }
  await noteRefusal(c, failure)
  if (failure.kind === 'unavailable') log.error('unavailable', { requestId }, error)
  return problemResponse(
    {
      status: statusOf[failure.kind],
      code: failure.kind,
      detail: failure.message,
      errors: getErrors(failure),
      findings: failure.findings,
    },
    getHeaders(failure),
  )
}

/** The headers that a status requires: how long to wait, or how to authenticate. (RFC 9110, RFC 6750) */
function getHeaders({ kind, retryAfter = RETRY_AFTER[kind] }: Failure): Record<string, string> {
  if (kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' }
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
}

function getErrors(failure: Failure): Problem['errors'] {
  if (failure instanceof InvalidInput) return failure.errors
  return failure.field === undefined ? undefined : [{ field: failure.field, message: failure.message }]
}

function toFailure(error: Error, isConnectionFault: (error: unknown) => boolean): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof HTTPException) return fromHttpException(error)
  if (isConnectionFault(error) || isOverloaded(error)) return new Failure('unavailable', SENTENCE.unavailable)
  return undefined
}

/** Hono throws these on its own; the message is Hono's, so only the status counts. */
function fromHttpException({ status }: HTTPException): Failure | undefined {
  const kinds: Record<number, Failure> = {
    401: new Failure('unauthenticated', SENTENCE.signIn),
    403: new Failure('forbidden', SENTENCE.notAllowed),
    404: new Failure('not_found', SENTENCE.notFound),
    413: new Failure('too_large', SENTENCE.tooLarge),
    415: new Failure('unsupported_media_type', SENTENCE.notJson),
    429: new Failure('rate_limited', SENTENCE.tooMany),
  }
  if (status === 503 || status === 504) return new Failure('unavailable', SENTENCE.unavailable)
  return kinds[status] ?? (status < 500 ? new Failure('invalid', SENTENCE.malformed) : undefined)
}

/** True if the database is there but overloaded. */
export function isOverloaded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && OVERLOADED.has(String(error.code))) || isOverloaded(error.cause)
}

/** Titles of the statuses we use. (RFC 9110) */
const TITLE: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

type ProblemFacts = Pick<Problem, 'status' | 'code' | 'detail'> & {
  errors?: Problem['errors'] | undefined
  findings?: Problem['findings'] | undefined
}

/** An error answer as RFC 9457 wants it. */
export function problemResponse(
  { status, code, detail, errors, findings }: ProblemFacts,
  headers: HeadersInit = {},
): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: TITLE[status] ?? 'Error',
    status,
    code,
    detail,
    ...(errors && { errors }),
    ...(findings && { findings }),
  }
  const response = new Response(JSON.stringify(problem), { status, headers })
  response.headers.set('Content-Type', 'application/problem+json; charset=utf-8')
  // A request with another cookie may get another answer. (security SE10)
  if (status === 401 || status === 403 || code === 'closed') response.headers.set('Vary', 'Cookie')
  if (code === 'closed') response.headers.set(CLOSED_HEADER, '1')
  return response
}

const REFUSED = new Set<FailureKind>(['unauthenticated', 'forbidden', 'step_up'])

/** Refusals must not fill the audit log. */
const ONCE: Limit = { name: 'refusal', what: 'refused attempts', windows: [{ most: 1, seconds: 60 }] }

/**
 * Audits the refusal of a signed-in person: once a minute for each person and route, counted in this
 * process and then in the database. Never fails the answer. (security AZ9)
 */
async function noteRefusal(c: Context<ApiEnv>, { kind }: Failure): Promise<void> {
  const { viewer, db, clock, log, requestId, address } = c.var
  if (!viewer || !REFUSED.has(kind) || changesNothing(c.req.raw)) return
  const route = `${c.req.method} ${routePath(c, -1)}`
  const key = `${viewer.id}:${route}`
  if (takeInMemory(getMemory(db), `own:${key}`, ONCE, clock()) > 0) return
  try {
    await takeAttempt(db, key, ONCE, clock())
    const actor = { id: viewer.id, address, requestId }
    await recordAudit(db, actor, {
      action: 'access.refuse',
      subjectType: 'route',
      subjectId: route,
      after: { reason: kind },
    })
  } catch (fault) {
    if (!(fault instanceof Failure)) log.error('refusal not written down', { requestId }, fault)
  }
}
