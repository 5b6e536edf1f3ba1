/** Every way a request can be turned down. `api/on-error.ts` maps each kind to one HTTP status. */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  /** Allowed, once the caller shows again who they are. */
  | 'step_up'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'

/**
 * A refusal with a sentence a person may read. The message comes from our own closed vocabulary,
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
