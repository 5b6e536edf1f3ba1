import type { Finding } from '#src/contract/content-check.ts'
import { type Problem, UNFORESEEN } from '#src/contract/failure.ts'
import type { AnswerOf, RouteOf, SentTo, Verb } from './api-types.ts'

/** A call that takes longer than this, in milliseconds, has failed. */
const TIMEOUT = 20_000

const OFFLINE = 'The server could not be reached. Check your connection and try again.'
const TOO_SLOW = 'The server did not answer in time. Please try again.'

/** An invalid field, with its message. */
export type ApiFieldError = { field: string; message: string }

type ErrorFacts = Pick<Problem, 'status' | 'code' | 'detail'> & {
  errors?: readonly ApiFieldError[]
  findings?: readonly Finding[]
  retryAfter?: number | undefined
}

/** Every failure of a call. `detail` is for people. (architecture 7) */
export class ApiError extends Error {
  /** The answer's HTTP status; 0 if there was no answer. */
  readonly status: number
  /** A FailureKind, `internal`, or `offline` when no answer came. */
  readonly code: string
  readonly detail: string
  /** One entry per invalid field; empty for anything but a validation failure. */
  readonly errors: readonly ApiFieldError[]
  /** What the content checks found, where that is why it was refused; empty otherwise. */
  readonly findings: readonly Finding[]
  /** Seconds to wait before the next try, when the server says so. */
  readonly retryAfter: number | undefined

  constructor({ status, code, detail, errors = [], findings = [], retryAfter }: ErrorFacts) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
    this.findings = findings
    this.retryAfter = retryAfter
  }
}

/** The part of a typed answer that `call` reads. */
type Answer<T> = { ok: boolean; status: number; headers: Headers; json: () => Promise<T> }

/** The value a call answers with; undefined for an empty answer. Throws `ApiError` for everything else. */
export async function call<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked.catch((fault: unknown) => Promise.reject(toConnectionError(fault)))
  if (!answer.ok) throw await readRefusal(answer)
  if (answer.status === 204) return undefined as T
  return answer.json().catch((fault: unknown) => Promise.reject(toReadError(fault, answer.status)))
}

/** Turns any failure of a call into an `ApiError`. */
export function toApiError(fault: unknown): ApiError {
  return fault instanceof ApiError ? fault : new ApiError({ status: 0, code: 'internal', detail: UNFORESEEN })
}

/** `fetch` with a timeout. */
export const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT) })

/** What is sent besides the address. With the same `key` a repeated call counts once. (security DB3) */
type Sent = {
  param?: Record<string, string>
  query?: Record<string, string>
  json?: object
  key?: string
}

/**
 * Calls a route of the API as its router declares it: `request('PUT', '/api/forum/topics/:id/follow', { param: { id }, json })`.
 * What it takes and what it answers are the router's own types. Throws `ApiError`.
 */
export function request<V extends Verb, R extends RouteOf<V>>(
  verb: V,
  route: R,
  ...sent: SentTo<V, R>
): Promise<AnswerOf<V, R>>
export function request(verb: Verb, route: string, { param = {}, query = {}, json, key }: Sent = {}): Promise<unknown> {
  const path = route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const body = json && { body: JSON.stringify(json) }
  const headers = { ...(json && { 'Content-Type': 'application/json' }), ...(key && { 'Idempotency-Key': key }) }
  // A deletion that starts while the viewer leaves the page must not be lost with the page.
  const init = { method: verb, headers, keepalive: verb === 'DELETE', ...body }
  return call<unknown>(fetchWithTimeout(search ? `${path}?${search}` : path, init))
}

function toConnectionError(fault: unknown): ApiError {
  const isSlow = fault instanceof DOMException && fault.name === 'TimeoutError'
  return new ApiError({ status: 0, code: 'offline', detail: isSlow ? TOO_SLOW : OFFLINE })
}

/** A body that ends too early is a broken connection; one that is not JSON does not come from the API. */
function toReadError(fault: unknown, status: number): ApiError {
  return fault instanceof SyntaxError
    ? new ApiError({ status, code: 'internal', detail: UNFORESEEN })
    : toConnectionError(fault)
}

async function readRefusal(answer: Answer<unknown>): Promise<ApiError> {
  const { status, headers } = answer
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10)
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds
  const problem: unknown = await answer.json().catch(() => undefined)
  if (!isProblem(problem)) return new ApiError({ status, code: 'internal', detail: UNFORESEEN, retryAfter })
  const { code, detail, errors = [], findings = [] } = problem
  return new ApiError({ status, code, detail, errors, findings, retryAfter })
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
