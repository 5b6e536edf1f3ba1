import { hash, randomInt, timingSafeEqual } from 'node:crypto'

const DIGITS = 6

/** Six random digits for a text message. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** What the database keeps of a code: good for this factor and this question alone. (security AN8) */
export function codeHash(code: string, { factorId, challengeId }: { factorId: string; challengeId: string }): string {
  return hash('sha256', `${factorId}:${challengeId}:${code}`, 'hex')
}

export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
