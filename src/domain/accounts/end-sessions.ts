import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pendingSignIns, sessions } from '#db/schema/accounts.ts'
import type { SessionInfo } from '#src/contract/account.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type rankRefusal, sessionRefusal } from '#src/contract/rank.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { lockSubject } from './person.ts'

/** A person's sessions, latest first. */
export async function listSessions(
  db: Db,
  userId: string,
  currentId: string | null,
  now: Instant,
): Promise<SessionInfo[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date(now))))
    .orderBy(desc(sessions.lastSeenAt), sessions.handle)
  return rows.map(({ id, handle, device, startedAt, lastSeenAt }) => ({
    handle,
    device,
    startedAt: startedAt.getTime(),
    lastSeenAt: lastSeenAt.getTime(),
    isCurrent: id === currentId,
  }))
}

/**
 * Ends one of a person's own sessions. Throws `not_found` for anyone else's as for one that does not exist. (security
 * AZ3)
 */
export async function endSession(db: Db, userId: string, handle: string, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const isOwn = and(eq(sessions.userId, userId), eq(sessions.handle, handle))
    const ended = isUuid(handle) ? await tx.delete(sessions).where(isOwn).returning({ device: sessions.device }) : []
    const [session] = ended
    if (!session) throw new Failure('not_found', NOT_FOUND.session)
    await recordAudit(tx, actor, { action: 'session.end', subjectType: 'session', subjectId: handle, before: session })
  })
}

/**
 * Ends all of a person's sessions except the one kept, and all sign-ins that wait for a second factor; returns the
 * number of sessions. Audited with the change that asks for it. (security SE5)
 */
export async function endSessions(tx: Db, userId: string, keepId: string | null = null): Promise<number> {
  const others = keepId === null ? undefined : ne(sessions.id, keepId)
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ handle: sessions.handle })
  return ended.length
}

/** Signs a person out everywhere else, at their own request. Not audited if there is no other session. */
export async function endOtherSessions(db: Db, userId: string, keepId: string | null, actor: Actor): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, userId, keepId)
    if (ended === 0) return ended
    const entry = { action: 'session.end-others', subjectType: 'account', subjectId: userId, after: { ended } }
    await recordAudit(tx, actor, entry)
    return ended
  })
}

/** Audits that a person signed out. The session itself is ended where its token is known. */
export async function recordSignOut(db: Db, userId: string, actor: Actor): Promise<void> {
  await recordAudit(db, actor, { action: 'session.close', subjectType: 'account', subjectId: userId })
}

type SessionContext = Pick<CommandContext, 'actor' | 'now'>
/** Who may, where it is not `rankRefusal` that says so, and the session of the actor that stays. */
type SessionRule = { refusalOf?: typeof rankRefusal; keepId?: string | null }

/**
 * Signs another person out everywhere; returns the number of sessions. Not audited if they have no session. Throws
 * `forbidden`, `not_found`.
 */
export async function endSessionsOfPerson(
  db: Db,
  userId: string,
  { actor, now }: SessionContext,
  { refusalOf, keepId = null }: SessionRule = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSubject(tx, userId, { actor, now }, refusalOf)
    const ended = await endSessions(tx, userId, keepId)
    if (ended === 0) return ended
    const entry = { action: 'account.end-sessions', subjectType: 'account', subjectId: userId, after: { ended } }
    await recordAudit(tx, actor, entry)
    return ended
  })
}

/** Ends one session of another person. Throws `forbidden`, or `not_found` for one that is not theirs. (security AZ3) */
export async function endSessionOfPerson(
  db: Db,
  userId: string,
  handle: string,
  { actor, now }: SessionContext,
  { refusalOf }: SessionRule = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubject(tx, userId, { actor, now }, refusalOf)
    const isTheirs = and(eq(sessions.userId, userId), eq(sessions.handle, handle))
    const [ended] = await tx.delete(sessions).where(isTheirs).returning({ device: sessions.device })
    if (!ended) throw new Failure('not_found', NOT_FOUND.session)
    const entry = { action: 'account.end-session', subjectType: 'account', subjectId: userId, before: ended }
    await recordAudit(tx, actor, entry)
  })
}

/**
 * Ends a session by its handle alone: one's own, or that of somebody whose sessions one may end. Throws `forbidden`, and
 * `not_found` for one that is over. (security AZ3)
 */
export async function endSessionByHandle(db: Db, handle: string, context: SessionContext): Promise<void> {
  const [row] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.handle, handle))
  if (!row) throw new Failure('not_found', NOT_FOUND.session)
  await endSessionOfPerson(db, row.userId, handle, context, { refusalOf: sessionRefusal })
}
