import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Limit } from './limits.ts'

const MINUTE = 60_000

/** So many consecutive failures lock an account for a while. (security RL2, AN7) */
export const FAILURES_TO_LOCK = 10

/**
 * 15 minutes, doubled by every further ten failures, never beyond a day: for passwords and for codes, each counted by
 * themselves. In minutes. (security RL2, AN7)
 */
const LOCKS = [15, 30, 60, 120, 240, 480, 960, 1440] as const

/** How long the `failures`-th consecutive failure locks, in milliseconds; 0 if it does not. */
export function lockAfter(failures: number): number {
  if (failures === 0 || failures % FAILURES_TO_LOCK !== 0) return 0
  return (LOCKS[Math.min(failures / FAILURES_TO_LOCK, LOCKS.length) - 1] ?? 0) * MINUTE
}

type SignInLock = { lockedUntil: Date | null }
type CodesLock = { codesLockedUntil: Date | null }

/** True while passwords are not checked. The caller answers with the generic sentence. */
export function isLocked({ lockedUntil }: SignInLock, now: Instant): boolean {
  return lockedUntil !== null && lockedUntil.getTime() > now
}

/** True while codes of second factors are not checked. */
export function areCodesLocked({ codesLockedUntil }: CodesLock, now: Instant): boolean {
  return codesLockedUntil !== null && codesLockedUntil.getTime() > now
}

/**
 * Counts one wrong password, over all addresses, and locks the account at every tenth. Attempts while it is locked do
 * not count, so that further attempts cannot keep the owner out for longer. One statement: parallel failures each count once.
 * If given a transaction, commit it before refusing, or nothing was counted. (security RL2)
 */
export async function noteFailure(db: Db, userId: string, now: Instant): Promise<void> {
  await db
    .update(users)
    .set({
      failedSignIns: sql`${users.failedSignIns} + 1`,
      lockedUntil: lockUntil(sql`${users.failedSignIns} + 1`, now),
    })
    .where(and(eq(users.id, userId), or(isNull(users.lockedUntil), lte(users.lockedUntil, new Date(now)))))
}

/** Resets the failures after the right password was given or a new one was set. */
export async function noteSuccess(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ failedSignIns: 0, lockedUntil: null })
    .where(and(eq(users.id, userId), gt(users.failedSignIns, 0)))
}

/** A lock that began with the last of so many consecutive wrong codes. */
type CodesLocked = { failures: number; until: Instant }

/** The same for wrong codes, over all factors of the account; says which lock this one began, if it did. (security AN7) */
export async function noteCodeFailure(db: Db, userId: string, now: Instant): Promise<CodesLocked | undefined> {
  const [row] = await db
    .update(users)
    .set({
      failedCodes: sql`${users.failedCodes} + 1`,
      codesLockedUntil: lockUntil(sql`${users.failedCodes} + 1`, now),
    })
    .where(and(eq(users.id, userId), or(isNull(users.codesLockedUntil), lte(users.codesLockedUntil, new Date(now)))))
    .returning({ failures: users.failedCodes, until: users.codesLockedUntil })
  return row?.until ? { failures: row.failures, until: row.until.getTime() } : undefined
}

/**
 * Resets wrong codes, and with them the length of the next lock: a right one was given, or the owner of the account
 * ended the lock. True if there were any.
 */
export async function noteCodeSuccess(db: Db, userId: string): Promise<boolean> {
  const forgotten = await db
    .update(users)
    .set({ failedCodes: 0, codesLockedUntil: null })
    .where(and(eq(users.id, userId), gt(users.failedCodes, 0)))
    .returning({ id: users.id })
  return forgotten.length > 0
}

/** `lockAfter` in SQL, from the same list of minutes. */
function lockUntil(failures: ReturnType<typeof sql>, now: Instant) {
  const list = sql.raw(`array[${LOCKS.join(', ')}]`)
  const rung = sql`least((${failures}) / ${sql.raw(String(FAILURES_TO_LOCK))}, ${sql.raw(String(LOCKS.length))})`
  return sql`case when (${failures}) % ${sql.raw(String(FAILURES_TO_LOCK))} = 0
    then ${new Date(now).toISOString()}::timestamptz + (${list})[${rung}] * interval '1 minute' end`
}

/**
 * So many failures within two hours ban an address: wrong passwords and codes, and invalid links. More than any one
 * limit lets through in an hour, so that limits end with a time to wait, and anyone who continues in the next hour is
 * banned. (security RL7)
 */
export const FAILURES = {
  name: 'failed',
  what: 'failed attempts',
  windows: [{ most: 40, seconds: 7_200 }],
} as const satisfies Limit

/** The key of the row that counts an address's failures. */
export function failuresKey(address: string): string {
  return `${FAILURES.name}:${FAILURES.windows[0].seconds}:${address}`
}

/** The /64 that holds ::1, as address keys have it. */
const LOOPBACK_SITE = '::/64'

/** What the keys of our own checks' calls begin with. No address begins with it. */
export const PROBE_KEY = 'probe '

/**
 * True for addresses that no failure bans: this machine's own, the key that all callers without an address share, and our own
 * checks of the live site. Their limits hold all the same. (security RL7, P-30)
 */
export function isNeverBanned(address: string): boolean {
  return [LOOPBACK_SITE, 'unknown'].includes(address) || address.startsWith('127.') || address.startsWith(PROBE_KEY)
}
