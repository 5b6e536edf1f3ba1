/** Every reason for which a request can be refused. `api/on-error.ts` maps each kind to one HTTP status. */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  /** Allowed once the caller has confirmed their identity again. */
  | 'step_up'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'

/**
 * A refusal with a sentence for people. The message is one of our own fixed sentences,
 * never from a driver or a library. `field` names the input at fault; `retryAfter` is in seconds.
 */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    options: { field?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.kind = kind
    this.field = options.field
    this.retryAfter = options.retryAfter
  }
}

/** RFC 9457 body of every error answer, sent as `application/problem+json`. */
export type Problem = {
  /** Always `about:blank`: `code` tells the kinds apart. */
  type: 'about:blank'
  title: string
  status: number
  /** Stable and for programs: a FailureKind, or `internal`. */
  code: string
  /** For people, in the product description's words. */
  detail: string
  /** One entry per field at fault, for validation failures only. */
  errors?: { field: string; message: string }[]
}
