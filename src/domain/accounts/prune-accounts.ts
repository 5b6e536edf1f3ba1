import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  factorChallenges,
  knownDevices,
  linkTokens,
  pendingSignIns,
  sessions,
  usernameHolds,
  users,
} from '#db/schema/accounts.ts'
import { vendorSessions } from '#db/schema/partners.ts'
import type { Instant } from '#src/contract/instant.ts'

const DAY = 86_400_000
/** How long a device is known after the last sign-in on it, in milliseconds. */
export const DEVICE_LIFE = 180 * DAY
/** The most registrations that one run deletes; the next one goes on. */
const BATCH = 5_000

/** How many of each were deleted. */
type PrunedAccounts = { registrations: number; sessions: number; links: number }

/**
 * Deletes registrations that were not confirmed in time, so that their names and addresses are free again, and what has ended:
 * sessions, unfinished sign-ins and challenges, devices that are no longer used, and links a day after their end.
 */
export async function pruneAccounts(db: Db, now: Instant): Promise<PrunedAccounts> {
  const isOver = (column: Parameters<typeof lte>[0], since = now) => lte(column, new Date(since))
  const registrations = await pruneRegistrations(db, now)
  await db.delete(pendingSignIns).where(isOver(pendingSignIns.expiresAt))
  await db.delete(factorChallenges).where(isOver(factorChallenges.expiresAt))
  await db.delete(knownDevices).where(isOver(knownDevices.signedInAt, now - DEVICE_LIFE))
  await db.delete(vendorSessions).where(isOver(vendorSessions.expiresAt))
  const ended = await db.delete(sessions).where(isOver(sessions.expiresAt)).returning({ handle: sessions.handle })
  const links = await db
    .delete(linkTokens)
    .where(isOver(linkTokens.expiresAt, now - DAY))
    .returning({ purpose: linkTokens.purpose })
  return { registrations, sessions: ended.length, links: links.length }
}

/**
 * Accounts and holds on names go in one transaction: a name that is free again a moment earlier for one of them would tell
 * which addresses are known. A person who registers again at this moment is passed over. (security P-28)
 */
async function pruneRegistrations(db: Db, now: Instant): Promise<number> {
  const isOver = lte(usernameHolds.expiresAt, new Date(now))
  return db.transaction(async (tx) => {
    const over = await tx
      .select({ id: users.id })
      .from(usernameHolds)
      .innerJoin(users, eq(users.id, usernameHolds.userId))
      .where(isOver)
      .limit(BATCH)
      .for('update', { of: users, skipLocked: true })
    if (over.length === 0) return 0
    const ids = over.map(({ id }) => id)
    const freed = await tx
      .delete(usernameHolds)
      .where(and(inArray(usernameHolds.userId, ids), isOver))
      .returning({ userId: usernameHolds.userId })
    const gone = await tx
      .delete(users)
      .where(
        and(
          inArray(
            users.id,
            freed.map(({ userId }) => userId),
          ),
          isNull(users.emailConfirmedAt),
          isNull(users.deletedAt),
        ),
      )
      .returning({ id: users.id })
    return gone.length
  })
}
