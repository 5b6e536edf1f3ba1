import { hash, randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Lucia, TimeSpan } from 'lucia'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { type SessionFacts, type SessionKey, type SessionOwner, sessionStore } from './session-store.ts'

const DAY = 86_400_000
/** A session unused for this long is over. (security SE4) */
const IDLE = new TimeSpan(14, 'd')
/** The longest life of a session, used or not, in milliseconds. Lucia has only the limit above. (security SE4) */
export const LONGEST_SESSION = 30 * DAY

const TOKEN_BYTES = 32

type NewSession = { userId: string; device: string; aal?: 1 | 2; authenticatedAt?: Instant }

export type LiveSession = { id: string; viewer: Viewer; facts: SessionFacts; owesFactor: boolean }

/** Lucia with our tables, at the time of our clock. It finds sessions by their id, or by what `by` names. */
function lucia(db: Db, now: Instant, by: SessionKey = 'id') {
  return new Lucia<SessionFacts, SessionOwner>(sessionStore(db, now, by), {
    sessionExpiresIn: IDLE,
    getSessionAttributes: (facts) => facts,
    getUserAttributes: ({ viewer, owesFactor }) => ({ viewer, owesFactor }),
  })
}

/** The id of a session in the database. It cannot be used to sign in. (security SE2) */
export function sessionId(token: string): string {
  return hash('sha256', token, 'hex')
}

/**
 * Opens a session and returns its token, for the cookie only. Each sign-in is a new session.
 * `authenticatedAt` is now, unless the person authenticated earlier.
 */
export async function openSession(
  db: Db,
  { userId, device, aal = 1, authenticatedAt }: NewSession,
  now: Instant,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const shownAt = authenticatedAt ?? now
  const facts = { startedAt: now, authenticatedAt: shownAt, lastSeenAt: now, aal, device, handle: randomUUID() }
  await lucia(db, now).createSession(userId, facts, { sessionId: sessionId(token) })
  return token
}

/** The session of a token, if it is within both limits and its account is neither deleted nor banned. */
export function readSession(db: Db, token: string, now: Instant): Promise<LiveSession | null> {
  return readLiveSession(db, sessionId(token), now)
}

/**
 * The same for a session's public handle, for callers who prove in another way that it is theirs: by an access token.
 */
export function readSessionByHandle(db: Db, handle: string, now: Instant): Promise<LiveSession | null> {
  return readLiveSession(db, handle, now, 'handle')
}

async function readLiveSession(db: Db, key: string, now: Instant, by: SessionKey = 'id'): Promise<LiveSession | null> {
  const store = lucia(db, now, by)
  const { session, user } = await store.validateSession(key)
  if (!session || !user) return null
  if (session.startedAt + LONGEST_SESSION <= now) {
    await store.invalidateSession(session.id)
    return null
  }
  const { startedAt, authenticatedAt, lastSeenAt, aal, device, handle } = session
  const facts = { startedAt, authenticatedAt, lastSeenAt, aal, device, handle }
  return { id: session.id, viewer: { ...user.viewer, aal }, facts, owesFactor: user.owesFactor }
}

/**
 * Gives a session whose owner has just authenticated a new id, and returns its token; the old one ends at once. It
 * stays the same session in the list of sessions and for the limit of 30 days. Undefined if it has ended: of many calls
 * at the same time, exactly one gets the token. (security SE3)
 */
export async function renewSession(
  tx: Db,
  id: string,
  { aal, now, authenticatedAt = now }: { aal: 1 | 2; now: Instant; authenticatedAt?: Instant },
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const times = { authenticatedAt: new Date(authenticatedAt), lastSeenAt: new Date(now) }
  const shown = { id: sessionId(token), aal, ...times }
  const renewed = await tx.update(sessions).set(shown).where(eq(sessions.id, id)).returning({ id: sessions.id })
  return renewed.length === 1 ? token : undefined
}

/** Ends the session of a token, if there is one. */
export async function closeSession(db: Db, token: string, now: Instant): Promise<void> {
  await lucia(db, now).invalidateSession(sessionId(token))
}
