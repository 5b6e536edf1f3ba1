import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pendingSignIns } from '#db/schema/accounts.ts'
import type { PendingSignIn } from '#src/contract/factor.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Role } from '#src/contract/viewer.ts'
import { readPerson } from '#src/domain/accounts/person.ts'
import { readPendingFactors } from '#src/domain/factors/list-factors.ts'

/** How long a person has to enter the second factor after the first, in milliseconds. */
export const PENDING_LIFE = 10 * 60_000
const TOKEN_BYTES = 32

/** A sign-in that waits for its second factor. `id` is the hash of its token. */
export type OpenPending = { id: string; userId: string; email: string; roles: Role[]; pending: PendingSignIn }

/** Opens one and returns its token, for the cookie only. It is not a session: it allows nothing but the second step. (security SE9) */
export async function openPending(tx: Db, { userId, method }: { userId: string; method: string }, now: Instant) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = { id: pendingId(token), userId, method, expiresAt: new Date(now + PENDING_LIFE) }
  await tx.insert(pendingSignIns).values({ ...row, createdAt: new Date(now) })
  return token
}

/** The pending sign-in of a token; null once it has ended, or its account is deleted, banned or without a factor. */
export async function readPending(db: Db, token: string, now: Instant): Promise<OpenPending | null> {
  const isOpen = and(eq(pendingSignIns.id, pendingId(token)), gt(pendingSignIns.expiresAt, new Date(now)))
  const [row] = await db.select().from(pendingSignIns).where(isOpen)
  const person = row && (await readPerson(db, row.userId, now))
  if (!row || !person) return null
  const pending = await readPendingFactors(db, row.userId)
  return pending ? { id: row.id, userId: row.userId, email: person.email, roles: person.roles, pending } : null
}

/** Ends one by its id; true for exactly one of many simultaneous calls. */
export async function endPending(tx: Db, id: string): Promise<boolean> {
  const ended = await tx.delete(pendingSignIns).where(eq(pendingSignIns.id, id)).returning({ id: pendingSignIns.id })
  return ended.length === 1
}

/** Ends the pending sign-in of a token, if there is one. */
export async function dropPending(db: Db, token: string): Promise<void> {
  await endPending(db, pendingId(token))
}

function pendingId(token: string): string {
  return hash('sha256', token, 'hex')
}
