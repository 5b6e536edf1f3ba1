import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia'
import { type Db, prepared } from '#db/client.ts'
import { profiles, sessions, users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { personColumns, toPerson } from '#src/domain/accounts/person.ts'
import { hasLiveFactor } from '#src/domain/factors/list-factors.ts'

/** The columns of a session that Lucia does not know. */
export type SessionFacts = {
  startedAt: Instant
  authenticatedAt: Instant
  lastSeenAt: Instant
  aal: 1 | 2
  device: string
  handle: string
}

/**
 * Whose session it is. `owesFactor`: their factors have expired and they have a role, which they cannot use before they
 * add a new factor. (decision 0051)
 */
export type SessionOwner = { viewer: Omit<Viewer, 'aal'>; owesFactor: boolean }

declare module 'lucia' {
  interface Register {
    Lucia: import('lucia').Lucia<SessionFacts, SessionOwner>
    DatabaseSessionAttributes: SessionFacts
    DatabaseUserAttributes: SessionOwner
  }
}

type Row = typeof sessions.$inferSelect

/** What finds a session: its id, or its public handle. */
export type SessionKey = 'id' | 'handle'

const asked = { key: sql.placeholder('key'), now: sql.placeholder('now') }

/** A session with its person, unless their account is deleted. */
const findSession = prepared(
  (db, by: SessionKey) =>
    db
      .select({
        session: getTableColumns(sessions),
        person: personColumns(asked.now),
        hasFactor: hasLiveFactor,
        expiredAt: users.factorsExpiredAt,
      })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
      .leftJoin(profiles, eq(profiles.id, users.id))
      .where(eq(sessions[by], asked.key)),
  'session by',
)

/**
 * Lucia's storage on our tables. If the account has a verified factor, a session is valid only after a factor was used in it,
 * and only verified factors raise its level above 1. (security AN13, product 5)
 *
 * Lucia asks the machine for the time; our clock may be another one, so instants are
 * shifted by the difference on their way in and out. Where Lucia asks for a session by its id, it is found by what `by` names.
 */
export function sessionStore(db: Db, now: Instant, by: SessionKey): Adapter {
  const ahead = now - Date.now()
  const toLucia = (row: Row): DatabaseSession => ({
    id: row.id,
    userId: row.userId,
    expiresAt: new Date(row.expiresAt.getTime() - ahead),
    attributes: getFacts(row),
  })
  const fromLucia = (date: Date) => new Date(date.getTime() + ahead)
  return {
    getSessionAndUser: async (key) => {
      const [row] = await findSession(db, by).execute({ key, now: new Date(now).toISOString() })
      if (!row || (row.hasFactor && row.session.aal < 2)) return [null, null]
      const { session, person, hasFactor: isTwoStep } = row
      const owesFactor = row.expiredAt !== null && person.roles !== null
      const viewer = toPerson(session.userId, owesFactor ? { ...person, roles: null } : person)
      const user: DatabaseUser | null = viewer ? { id: session.userId, attributes: { viewer, owesFactor } } : null
      return [toLucia(isTwoStep ? session : { ...session, aal: 1 }), user]
    },
    getUserSessions: async (userId) =>
      (await db.select().from(sessions).where(eq(sessions.userId, userId))).map(toLucia),
    setSession: async ({ id, userId, expiresAt, attributes }) => {
      await db.insert(sessions).values({ ...toColumns(attributes), id, userId, expiresAt: fromLucia(expiresAt) })
    },
    updateSessionExpiration: async (id, expiresAt) => {
      await db
        .update(sessions)
        .set({ expiresAt: fromLucia(expiresAt) })
        .where(eq(sessions.id, id))
    },
    deleteSession: async (id) => {
      await db.delete(sessions).where(eq(sessions.id, id))
    },
    deleteUserSessions: async (userId) => {
      await db.delete(sessions).where(eq(sessions.userId, userId))
    },
    deleteExpiredSessions: async () => {
      await db.delete(sessions).where(and(lte(sessions.expiresAt, new Date(now))))
    },
  }
}

function getFacts({ startedAt, authenticatedAt, lastSeenAt, aal, device, handle }: Row): SessionFacts {
  return {
    startedAt: startedAt.getTime(),
    authenticatedAt: authenticatedAt.getTime(),
    lastSeenAt: lastSeenAt.getTime(),
    aal: aal === 2 ? 2 : 1,
    device,
    handle,
  }
}

function toColumns({ startedAt, authenticatedAt, lastSeenAt, ...facts }: SessionFacts) {
  return {
    ...facts,
    startedAt: new Date(startedAt),
    authenticatedAt: new Date(authenticatedAt),
    lastSeenAt: new Date(lastSeenAt),
  }
}
