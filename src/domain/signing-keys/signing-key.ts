import { and, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { signingKeys } from '#db/schema/security.ts'
import { type PrivateJwk, privateJwk } from '#src/contract/access-token.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

const MINUTE = 60_000

/**
 * A new key is published this long before it signs, so that it is known wherever it will be asked for: a process keeps
 * keys for 5 minutes, and what `/.well-known/jwks.json` said may be kept for 10. Milliseconds.
 */
const PUBLISHED_BEFORE = 15 * MINUTE

/** How long a key verifies after it stopped signing: 15 minutes for the last token, and 30 to spare. (security SE7) */
export const VERIFIES_AFTER = 45 * MINUTE

/** The lock of every process that makes a signing key; the number is arbitrary. */
const KEY_LOCK = 7_240_120

/** A key in the database. It signs until it retires; null is until another one is made. */
export type StoredKey = { jwk: PrivateJwk; retiresAt: Instant | null }

/** The keys that sign or still verify, the one that retires first in front. */
export async function readSigningKeys(db: Db, now: Instant): Promise<StoredKey[]> {
  const { retiresAt, createdAt, kid } = signingKeys
  const rows = await db
    .select()
    .from(signingKeys)
    .where(or(isNull(retiresAt), gt(retiresAt, new Date(now - VERIFIES_AFTER))))
    .orderBy(sql`${retiresAt} asc nulls last`, createdAt, kid)
  return rows.map((row) => ({ jwk: privateJwk.parse(row.privateJwk), retiresAt: row.retiresAt?.getTime() ?? null }))
}

/** Stores `jwk` as the first key, unless there is one that signs: of many simultaneous calls, one stores its key. */
export async function keepFirstKey(db: Db, jwk: PrivateJwk, now: Instant): Promise<void> {
  await db.transaction(async (tx) => {
    await lockKeys(tx)
    if ((await tx.$count(signingKeys, stillSigns(now))) > 0) return
    await insertKey(tx, jwk, now)
    await recordAudit(tx, { id: 'system' }, getEntry('make', jwk))
  })
}

/** Publishes `jwk`, which signs as soon as those before it retire, and returns that time. */
export async function rotateSigningKeys(
  db: Db,
  jwk: PrivateJwk,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<Instant> {
  const retiresAt = now + PUBLISHED_BEFORE
  await db.transaction(async (tx) => {
    await lockKeys(tx)
    await pruneSigningKeys(tx, now)
    await tx
      .update(signingKeys)
      .set({ retiresAt: new Date(retiresAt) })
      .where(isNull(signingKeys.retiresAt))
    await insertKey(tx, jwk, now)
    await recordAudit(tx, actor, getEntry('rotate', jwk))
  })
  return retiresAt
}

/**
 * Deletes every key and keeps `jwk` alone, for when one has leaked. Tokens signed with other keys are no longer valid.
 */
export async function replaceSigningKeys(db: Db, jwk: PrivateJwk, { actor, now }: { actor: Actor; now: Instant }) {
  await db.transaction(async (tx) => {
    await lockKeys(tx)
    await tx.delete(signingKeys)
    await insertKey(tx, jwk, now)
    await recordAudit(tx, actor, getEntry('replace', jwk))
  })
}

/** Deletes the keys that no longer verify anything; returns how many. */
export async function pruneSigningKeys(db: Db, now: Instant): Promise<number> {
  const isSpent = lte(signingKeys.retiresAt, new Date(now - VERIFIES_AFTER))
  return (await db.delete(signingKeys).where(isSpent).returning({ kid: signingKeys.kid })).length
}

function stillSigns(now: Instant) {
  return or(isNull(signingKeys.retiresAt), and(gt(signingKeys.retiresAt, new Date(now))))
}

async function lockKeys(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`)
}

async function insertKey(tx: Db, jwk: PrivateJwk, now: Instant): Promise<void> {
  const { d: _, ...publicJwk } = jwk
  await tx.insert(signingKeys).values({ kid: jwk.kid, privateJwk: jwk, publicJwk, createdAt: new Date(now) })
}

function getEntry(what: string, { kid }: PrivateJwk) {
  return { action: `signing-key.${what}`, subjectType: 'signing_key', subjectId: kid }
}
