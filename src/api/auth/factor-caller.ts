import type { Context } from 'hono'
import type { FactorCaller } from '#src/auth/factors/finish.ts'
import { type QueueTurn, turnOfKnown } from '#src/auth/hash-queue.ts'
import { type OpenPending, readPending } from '#src/auth/pending-sign-in.ts'
import { readPendingToken } from '#src/auth/session-cookie.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ApiEnv } from '../context.ts'
import { ownTurn } from '../known-caller.ts'
import { requireCookie } from '../request.ts'
import { SENTENCE } from '../sentences.ts'

/** Who answers for a factor. Stands after `withViewer`. Throws `unauthenticated` for nobody. */
export async function factorCallerOf(c: Context<ApiEnv>): Promise<FactorCaller> {
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
  const pending = await pendingOf(c)
  if (!pending) throw new Failure('unauthenticated', SENTENCE.signIn)
  return pending
}

/**
 * Whose attempts at a second factor these are. Each sign-in that waits for one has its own: neither a room behind one address nor
 * somebody else who knows the password uses up the owner's. Stands after `withViewer`.
 */
export async function factorTurn(c: Context<ApiEnv>): Promise<QueueTurn> {
  const pending = c.var.visit ? null : await pendingOf(c)
  return pending ? turnOfKnown(`pending ${pending.id}`) : ownTurn(c)
}

const found = new WeakMap<Request, Promise<OpenPending | null>>()

function pendingOf(c: Context<ApiEnv>): Promise<OpenPending | null> {
  const { db, clock, env } = c.var
  const token = readPendingToken(c.req.raw.headers, env.siteUrl)
  if (token === null) return Promise.resolve(null)
  const pending = found.get(c.req.raw) ?? readPending(db, token, clock())
  found.set(c.req.raw, pending)
  return pending
}
