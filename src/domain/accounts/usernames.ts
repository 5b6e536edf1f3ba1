import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isUniqueFault } from '#db/fault.ts'
import { profiles, usernameHolds } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isSiteName, USERNAME_TAKEN, usernameKey } from '#src/contract/username.ts'

const DAY = 86_400_000
/** A registration that nobody confirms is forgotten after this long, and its name with it. (decision 0021) */
const REGISTRATION_LIFE = 7 * DAY

/** Throws `conflict` for a name that would pass for the site's own. */
export function refuseSiteName(username: string, siteName: string): void {
  if (isSiteName(username, siteName)) throw nameTaken()
}

/** Throws `conflict` for a name that somebody else has, or asked for in a registration that waits. */
export async function requireFreeName(tx: Db, username: string, ownId: string | null): Promise<void> {
  const key = usernameKey(username)
  const isOthers = ownId === null ? undefined : ne(profiles.id, ownId)
  const taken = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.usernameKey, key), isOthers))
  if (taken.length > 0) throw nameTaken()
}

/**
 * Keeps a name from everybody else for as long as a registration waits, in place of the one this account asked for before.
 * Throws `conflict` if another account holds it. Holds of known addresses and of new ones are alike, and go in the same
 * moment, so that nobody learns from a name whether an address is known. (security P-28)
 */
export async function reserveName(tx: Db, userId: string, username: string, now: Instant): Promise<void> {
  const expiresAt = new Date(now + REGISTRATION_LIFE)
  await tx.delete(usernameHolds).where(eq(usernameHolds.userId, userId))
  const held = await tx
    .insert(usernameHolds)
    .values({ userId, usernameKey: usernameKey(username), expiresAt })
    .onConflictDoNothing()
    .returning({ userId: usernameHolds.userId })
  if (held.length === 0) throw nameTaken()
}

/** Throws `conflict` if somebody else's registration holds the name. */
export async function requireNotReserved(tx: Db, username: string, ownId: string): Promise<void> {
  const held = await tx
    .select({ userId: usernameHolds.userId })
    .from(usernameHolds)
    .where(and(eq(usernameHolds.usernameKey, usernameKey(username)), ne(usernameHolds.userId, ownId)))
  if (held.length > 0) throw nameTaken()
}

/** Two who want one name at the same time are told apart by the index; the later one is answered in words too. */
export async function orNameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueFault(error, 'profiles_usernameKey_unique') ? nameTaken() : error
  }
}

export function nameTaken(): Failure {
  return new Failure('conflict', USERNAME_TAKEN, { field: 'username' })
}
