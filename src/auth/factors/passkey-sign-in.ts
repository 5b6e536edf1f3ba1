import type { Db } from '#db/client.ts'
import { FACTOR_SENTENCE, type FactorChallenge } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { maySignIn } from '#src/contract/site-mode.ts'
import { readPerson } from '#src/domain/accounts/person.ts'
import { openChallenge, spendChallenge } from '#src/domain/factors/challenge.ts'
import { lockAccount } from '#src/domain/factors/code-lock.ts'
import { type Factor, readPasskey } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import { type Caller, openFor, takeOwnSignIn } from '../complete-sign-in.ts'
import { verifyPasskey } from './answer-challenge.ts'

/** Asks for any passkey of this site without naming an account. */
export async function challengePasskey(db: Db, site: LetterSite, now: Instant): Promise<FactorChallenge> {
  const { requestOptions } = await import('./webauthn.ts')
  const { challenge, webauthn } = await requestOptions(site)
  const question = { factorId: null, userId: null, type: 'webauthn', secret: challenge } as const
  const { id, expiresAt } = await openChallenge(db, question, now)
  return { id, type: 'webauthn', expires_at: expiresAt, webauthn }
}

type Given = { challenge_id: string; webauthn: { id: string } }

/**
 * Signs a person in by passkey alone: the device is one factor, the fingerprint or PIN it asked for another. Returns the
 * token of a session of level 2. Every failure — passkey, account, ban, closed site — throws the same `unauthenticated`. Wrong codes
 * do not lock this way of signing in, because a signature cannot be guessed. (security AN9)
 */
export async function signInByPasskey(db: Db, given: Given, caller: Caller): Promise<string> {
  const { address, userAgent, now } = caller
  const used = await spendChallenge(db, { challengeId: given.challenge_id, factorId: null }, now)
  const passkey = await readPasskey(db, given.webauthn.id)
  const token =
    used &&
    passkey &&
    (await db.transaction((tx) => admit(tx, passkey, { challenge: used.secret, sent: given.webauthn, caller })))
  if (token) return token
  const userId = passkey?.userId
  await recordAttempt(db, {
    address,
    attemptType: 'passkey',
    userId,
    isSuccess: false,
    reason: 'refused',
    userAgent,
    now,
  })
  throw new Failure('unauthenticated', FACTOR_SENTENCE.passkeyFailed)
}

type Signed = { challenge: string | null; sent: unknown; caller: Caller }

async function admit(tx: Db, passkey: Factor, { challenge, sent, caller }: Signed): Promise<string | undefined> {
  const { userId } = passkey
  const account = await lockAccount(tx, userId, caller.now)
  const person = account?.isConfirmed ? await readPerson(tx, userId, caller.now) : undefined
  if (!account || !person || !maySignIn(caller.siteLevel, person.roles)) return undefined
  if ((await verifyPasskey(tx, passkey, { challenge, sent, site: caller.site })) !== 'right') return undefined
  await takeOwnSignIn(tx, userId, caller)
  return openFor(tx, { userId, email: account.email, method: 'passkey', aal: 2 }, caller)
}
