import { hash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Db } from '#db/client.ts'
import type { FactorChallenge } from '#src/contract/factor.ts'
import type { Instant } from '#src/contract/instant.ts'
import { endChallenges, openChallenge, requireMaySend, sendCode } from '#src/domain/factors/challenge.ts'
import { lockAccount } from '#src/domain/factors/code-lock.ts'
import { type Factor, readPasskeys } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'

type Asking = { site: LetterSite; email: string; now: Instant }

/** Makes a challenge for a factor: to sign in, to step up, or to finish its enrollment. (product 7) */
export function challengeFactor(db: Db, factor: Factor, asking: Asking): Promise<FactorChallenge> {
  if (factor.factorType === 'phone') return sendToPhone(db, factor, asking)
  if (factor.factorType === 'webauthn') return askPasskey(db, factor, asking)
  return askApp(db, factor, asking)
}

async function askApp(db: Db, { id: factorId, userId }: Factor, { now }: Asking): Promise<FactorChallenge> {
  const { id, expiresAt } = await openChallenge(db, { factorId, userId, type: 'totp' }, now)
  return { id, type: 'totp', expires_at: expiresAt }
}

/** While wrong codes have locked the account, nothing is sent, and the answer does not show it. */
async function sendToPhone(db: Db, factor: Factor, { site, now }: Asking): Promise<FactorChallenge> {
  const { id: factorId, userId, phone } = factor
  if (phone === null) throw new Error('A phone factor has no number')
  await requireMaySend(db, { userId, phone }, now)
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId, now)
    await endChallenges(tx, factorId, now)
    const [id, code] = [randomUUID(), newCode()]
    const secret = codeHash(code, { factorId, challengeId: id })
    const { expiresAt } = await openChallenge(tx, { id, factorId, userId, type: 'phone', secret }, now)
    if (account && !account.isLocked) await sendCode(tx, { phone, code }, site)
    return { id, type: 'phone', expires_at: expiresAt }
  })
}

async function askPasskey(db: Db, factor: Factor, { site, email, now }: Asking): Promise<FactorChallenge> {
  const { creationOptions, requestOptions } = await import('./webauthn.ts')
  const { id: factorId, userId, status } = factor
  const { challenge, webauthn } =
    status === 'verified'
      ? await requestOptions(site, factor)
      : await creationOptions(site, { id: userId, email }, await readPasskeys(db, userId))
  const question = { factorId, userId, type: 'webauthn', secret: challenge } as const
  const { id, expiresAt } = await openChallenge(db, question, now)
  return { id, type: 'webauthn', expires_at: expiresAt, webauthn }
}

const DIGITS = 6

/** Six random digits for a text message. */
function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** The stored hash of a code, which is valid for this factor and this challenge only. (security AN8) */
export function codeHash(code: string, { factorId, challengeId }: { factorId: string; challengeId: string }): string {
  return hash('sha256', `${factorId}:${challengeId}:${code}`, 'hex')
}

export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
