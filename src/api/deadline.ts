import type { MiddlewareHandler } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import { SENTENCE } from './sentences.ts'

/** A read is answered `unavailable` after this many milliseconds, also if the database accepted the call and does not answer. (security DB8) */
const READ_DEADLINE = 5_500

/** Resolves with the work, or throws `unavailable` once `milliseconds` have passed. The work itself is not stopped. */
export async function withDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Failure('unavailable', SENTENCE.unavailable)), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The one GET that writes: Google sends people back to it. (decision 0018) */
const WRITING = '/api/auth/google/callback'

/** Limits the time of reads. A write continues to its end, because its caller must learn whether it happened. */
export const readDeadline: MiddlewareHandler = async (c, next) => {
  if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || c.req.path === WRITING) return next()
  await withDeadline(READ_DEADLINE, next())
}
