import type { Context } from 'hono'
import type { Asker } from '#src/auth/factors/finish.ts'
import { type OpenPending, readPending } from '#src/auth/pending-sign-in.ts'
import { readPendingToken } from '#src/auth/session-cookie.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ApiEnv } from '../context.ts'
import { SENTENCE } from '../sentences.ts'
import { requireCookie } from './own-visit.ts'

export type { Asker } from '#src/auth/factors/finish.ts'

/** Who answers for a factor. Stands after `withViewer`. Throws `unauthenticated` for nobody. */
export async function askerOf(c: Context<ApiEnv>): Promise<Asker> {
  const { visit } = c.var
  if (visit) {
    requireCookie(visit)
    return { userId: visit.viewer.id, email: visit.viewer.email, visit }
  }
  const pending = await ownPending(c)
  return { userId: pending.userId, email: pending.email, pending }
}

/** The sign-in of this request that waits for its second factor. Throws `unauthenticated` where there is none. */
export async function ownPending(c: Context<ApiEnv>): Promise<OpenPending> {
  const { db, clock, env } = c.var
  const token = readPendingToken(c.req.raw.headers, env.siteUrl)
  const pending = token === null ? null : await readPending(db, token, clock())
  if (!pending) throw new Failure('unauthenticated', SENTENCE.signIn)
  return pending
}
