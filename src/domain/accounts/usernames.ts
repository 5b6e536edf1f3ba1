import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isUniqueFault } from '#db/fault.ts'
import { profiles, usernameHolds } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isSiteName, USERNAME_TAKEN, username, usernameKey } from '#src/contract/username.ts'

const DAY = 86_400_000
/** How long an unconfirmed registration and its name are kept. (decision 0021) */
const REGISTRATION_LIFE = 7 * DAY

/** Throws `conflict` for a name that would pass for the site's own. */
export function refuseSiteName(username: string, siteName: string): void {
  if (isSiteName(username, siteName)) throw nameTaken()
}

/** Throws `conflict` for a name that belongs to another account or to a registration that is not confirmed yet. */
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
 * Reserves a name while a registration is not confirmed, in place of the one that this account asked for before.
 * Throws `conflict` if another account holds it. Holds of known addresses and of new ones are alike, and go in the same
 * moment, so that a name does not reveal whether an address is known. (security P-28)
 */
export async function reserveName(tx: Db, userId: string, username: string, now: Instant): Promise<void> {
  const expiresAt = new Date(now + REGISTRATION_LIFE)
  await tx.delete(usernameHolds).where(eq(usernameHolds.userId, userId))
  const holders = await tx
    .insert(usernameHolds)
    .values({ userId, usernameKey: usernameKey(username), expiresAt })
    .onConflictDoNothing()
    .returning({ userId: usernameHolds.userId })
  if (holders.length === 0) throw nameTaken()
}

/** Throws `conflict` if another registration holds the name. */
export async function requireNotReserved(tx: Db, username: string, ownId: string): Promise<void> {
  const holders = await tx
    .select({ userId: usernameHolds.userId })
    .from(usernameHolds)
    .where(and(eq(usernameHolds.usernameKey, usernameKey(username)), ne(usernameHolds.userId, ownId)))
  if (holders.length > 0) throw nameTaken()
}

/** If two people want one name at the same time, the index decides; the later one gets the same sentence. */
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

/** The most code points of a name, which leaves room for what makes it unique. */
const LONGEST_STEM = 22
const BETWEEN = /[^\p{L}\p{M}\p{Nd}]+/gu
const FALLBACK = 'member'
const TRIES = 4

/**
 * Usernames for a person called `name`, the plainest first: `Ada.Lovelace`, then with digits, then `member-…`. Each keeps
 * the rules of `username`; none is promised to be free. `number` makes a random whole number below its argument.
 */
export function* usernamesFor(name: string | undefined, number: (below: number) => number): Generator<string> {
  const stem = toStem(name ?? '')
  const length = [...stem].length
  // What is long enough and still no username imitates one of ours, or mixes scripts: digits would not mend that.
  if (length > 0 && (length < 3 || isUsername(stem))) {
    if (length >= 3) yield stem
    for (let tries = 0; tries < TRIES; tries += 1) {
      const candidate = `${stem}-${1000 + number(9000)}`
      if (isUsername(candidate)) yield candidate
    }
  }
  for (let tries = 0; tries < TRIES; tries += 1) yield `${FALLBACK}-${10_000_000 + number(90_000_000)}`
}

function toStem(name: string): string {
  const words = name.slice(0, 200).normalize('NFKC').replace(BETWEEN, '.')
  return [...words]
    .slice(0, LONGEST_STEM + 1)
    .join('')
    .replace(/^[.\p{M}]+|\.+$/gu, '')
    .slice(0, LONGEST_STEM)
}

function isUsername(candidate: string): boolean {
  const parsed = username.safeParse(candidate)
  return parsed.success && parsed.data === candidate
}
