import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { Failure, type FailureKind } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { Limit } from '#src/domain/security/limits.ts'
import { memoryOf, takeInMemory } from '#src/domain/security/memory.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import type { ApiEnv } from './context.ts'
import { changesNothing } from './origin-check.ts'

const REFUSED = new Set<FailureKind>(['unauthenticated', 'forbidden', 'step_up'])

/** Nobody fills the audit log by being refused. */
const ONCE: Limit = { name: 'refusal', what: 'refused attempts', windows: [{ most: 1, seconds: 60 }] }

/**
 * Writes down that somebody signed in was not let do what they tried: once a minute for each person and route, counted in
 * this process and then in the database. Never fails the answer. (security AZ9)
 */
export async function noteRefusal(c: Context<ApiEnv>, { kind }: Failure): Promise<void> {
  const { viewer, db, clock, log, requestId, address } = c.var
  if (!viewer || !REFUSED.has(kind) || changesNothing(c.req.raw)) return
  const route = `${c.req.method} ${routePath(c, -1)}`
  const key = `${viewer.id}:${route}`
  if (takeInMemory(memoryOf(db), `own:${key}`, ONCE, clock()) > 0) return
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
