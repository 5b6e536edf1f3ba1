import { hash } from 'node:crypto'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enqueueSms } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { signInCode } from '../outbox/templates/sign-in-code.ts'
import type { Limit } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'
import { LIVES } from './challenge.ts'

/** Text messages cost money, and a number may be somebody else's. Counted for the account and for the number. */
const CODES: Limit = {
  name: 'sms-code',
  what: 'codes',
  windows: [
    { most: 1, seconds: 30 },
    { most: 5, seconds: 3_600 },
  ],
}

/** Throws `rate_limited` if this account, or anybody, was sent too many codes to this number. Give it the pool. */
export async function requireMaySend(db: Db, { userId, phone }: { userId: string; phone: string }, now: Instant) {
  await takeAttempt(db, `account:${userId}`, CODES, now)
  await takeAttempt(db, `number:${hash('sha256', phone, 'hex')}`, CODES, now)
}

/** Sends a code with the question it answers. */
export async function sendCode(tx: Db, { phone, code }: { phone: string; code: string }, site: LetterSite) {
  await enqueueSms(tx, { to: phone, ...signInCode(site, { code, minutes: LIVES.phone / 60_000 }) })
}
