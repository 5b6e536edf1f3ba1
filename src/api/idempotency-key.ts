import type { Context } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import type { ApiEnv } from './context.ts'
import { SENTENCE } from './sentences.ts'

/** Visible ASCII, long enough that nobody hits upon another's. */
const KEY = /^[\x21-\x7e]{8,200}$/

/** The caller's `Idempotency-Key`, if one came. Throws `invalid` for what is none. (security DB3) */
export function keyOf(c: Context<ApiEnv>): string | null {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return null
  if (!KEY.test(key)) throw new Failure('invalid', SENTENCE.badKey, { field: 'Idempotency-Key' })
  return key
}
