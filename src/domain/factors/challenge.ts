import { hash, randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { factorChallenges } from '#db/schema/accounts.ts'
import type { FactorType } from '#src/contract/factor.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enqueueSms } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { signInCode } from '../outbox/templates/sign-in-letters.ts'
import type { Limit } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'

const MINUTE = 60_000
const MOST_TRIES = 5

/** How long a challenge is valid, in milliseconds; a text message takes longer to arrive. (security AN7, AN8, AN9) */
const LIVES = { totp: 5 * MINUTE, webauthn: 5 * MINUTE, phone: 10 * MINUTE } as const satisfies Record<
  FactorType,
  number
>

/** Which challenge is answered, and for which factor; null for a sign-in by passkey alone. */
export type ChallengeKey = { challengeId: string; factorId: string | null }

type Question = {
  id?: string
  factorId: string | null
  userId: string | null
  type: FactorType
  /** What the answer is compared with; never a code itself. */
  secret?: string
}

/** Stores a challenge. `expiresAt` is in milliseconds. */
export async function openChallenge(
  tx: Db,
  { id = randomUUID(), factorId, userId, type, secret }: Question,
  now: Instant,
): Promise<{ id: string; expiresAt: Instant }> {
  const expiresAt = now + LIVES[type]
  const row = { id, factorId, userId, secret, expiresAt: new Date(expiresAt), createdAt: new Date(now) }
  await tx.insert(factorChallenges).values(row)
  return { id, expiresAt }
}

/** Uses one of the five tries of a challenge; undefined if it has ended. One statement, before the answer is checked. */
export async function takeTry(tx: Db, key: ChallengeKey, now: Instant): Promise<{ secret: string | null } | undefined> {
  const [row] = await tx
    .update(factorChallenges)
    .set({ attempts: sql`${factorChallenges.attempts} + 1` })
    .where(and(isOpen(key, now), lt(factorChallenges.attempts, MOST_TRIES)))
    .returning({ secret: factorChallenges.secret })
  return row
}

/** Uses a challenge; undefined if it has ended. Of many simultaneous calls, exactly one gets it. (security AN9) */
export async function spendChallenge(
  tx: Db,
  key: ChallengeKey,
  now: Instant,
): Promise<{ secret: string | null } | undefined> {
  const [row] = await tx
    .update(factorChallenges)
    .set({ usedAt: new Date(now) })
    .where(isOpen(key, now))
    .returning({ secret: factorChallenges.secret })
  return row
}

/** Ends the open challenges of a factor, so that only the newest text message counts. */
export async function endChallenges(tx: Db, factorId: string, now: Instant): Promise<void> {
  await tx
    .update(factorChallenges)
    .set({ usedAt: new Date(now) })
    .where(and(eq(factorChallenges.factorId, factorId), isNull(factorChallenges.usedAt)))
}

function isOpen({ challengeId, factorId }: ChallengeKey, now: Instant) {
  return and(
    eq(factorChallenges.id, challengeId),
    factorId === null ? isNull(factorChallenges.factorId) : eq(factorChallenges.factorId, factorId),
    isNull(factorChallenges.usedAt),
    gt(factorChallenges.expiresAt, new Date(now)),
  )
}

/** Text messages cost money, and the number may belong to another person. Counted for the account and for the number. */
const CODES: Limit = {
  name: 'sms-code',
  what: 'codes',
  windows: [
    { most: 1, seconds: 30 },
    { most: 5, seconds: 3_600 },
  ],
}

/** Throws `rate_limited` if too many codes were sent for this account or to this number. Give it the pool. */
export async function requireMaySend(db: Db, { userId, phone }: { userId: string; phone: string }, now: Instant) {
  await takeAttempt(db, `account:${userId}`, CODES, now)
  await takeAttempt(db, `number:${hash('sha256', phone, 'hex')}`, CODES, now)
}

/** Sends a code and stores its challenge. */
export async function sendCode(tx: Db, { phone, code }: { phone: string; code: string }, site: LetterSite) {
  await enqueueSms(tx, { to: phone, ...signInCode(site, { code, minutes: LIVES.phone / 60_000 }) })
}
