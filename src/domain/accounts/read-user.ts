import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { oauthAccounts, profiles, recoveryCodes, userRoles, users } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { BanLine, UserRecord } from '#src/contract/user.ts'
import { ROLES } from '#src/contract/viewer.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'
import { listFactors } from '../factors/list-factors.ts'
import { type BanRow, readBansOn } from '../security/list-bans.ts'
import { listSessions } from './end-sessions.ts'
import { GOOGLE } from './google-account.ts'
import { selectUsers, toUserLines } from './user-columns.ts'

const MOST_BANS = 20

/** Whose eyes see it: their own session is marked as such. */
type Reader = { now: Instant; sessionId: string | null }

/** Somebody with everything that is decided about them. Throws `not_found`. */
export async function readUser(db: Db, id: string, { now, sessionId }: Reader): Promise<UserRecord> {
  const [row] = await selectUsers(db).where(eq(users.id, id))
  const [line] = row ? await toUserLines(db, [row], now) : []
  if (!line) throw new Failure('not_found', 'Account not found.')
  const { decided, account } = await readStanding(db, id)
  const grants = await db.select().from(userRoles).where(eq(userRoles.userId, id))
  const bans = await readBansOn(db, 'user', id, MOST_BANS)
  const isGoogle = and(eq(oauthAccounts.userId, id), eq(oauthAccounts.provider, GOOGLE))
  const [google] = await db.select({ at: oauthAccounts.createdAt }).from(oauthAccounts).where(isGoogle)
  const actors = [decided.by, ...grants.map(({ grantedBy }) => grantedBy), ...bans.map(({ actor }) => actor)]
  const names = await readUsernames(db, actors)
  const isLocked = account.lockedUntil !== null && account.lockedUntil.getTime() > now
  return {
    ...line,
    approvalDecidedAt: decided.at?.getTime() ?? null,
    approvalDecidedBy: actorName(names, decided.by),
    grants: grants
      .map(({ role, grantedBy, createdAt }) => ({ role, by: actorName(names, grantedBy), at: createdAt.getTime() }))
      .sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role)),
    hasPassword: account.passwordHash !== null,
    lockedUntil: isLocked ? (account.lockedUntil?.getTime() ?? null) : null,
    factors: await listFactors(db, id),
    recoveryCodesLeft: await db.$count(recoveryCodes, and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt))),
    googleLinkedAt: google?.at.getTime() ?? null,
    sessions: await listSessions(db, id, sessionId, now),
    bans: bans.map((ban) => toBanLine(ban, names)),
  }
}

async function readStanding(db: Db, id: string) {
  const { passwordHash, lockedUntil } = users
  const [row] = await db
    .select({
      account: { passwordHash, lockedUntil },
      decided: { at: profiles.approvalDecidedAt, by: profiles.approvalDecidedBy },
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id))
  if (!row) throw new Failure('not_found', 'Account not found.')
  return row
}

/** A ban as the wire has it. */
export function toBanLine({ id, reason, actor, createdAt, expiresAt, liftedAt }: BanRow, names: Usernames): BanLine {
  return {
    id,
    reason,
    by: actorName(names, actor),
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    liftedAt: liftedAt?.getTime() ?? null,
  }
}
