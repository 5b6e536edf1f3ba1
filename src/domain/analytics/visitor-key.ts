import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsSalts } from '#db/schema/analytics.ts'
import { deriveKey } from '#db/sealed.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'

const SALT_BYTES = 32
const KEY_BYTES = 8
/** Without the secret key of the product, which is not in the database, its salts and keys say nothing about addresses. */
const PURPOSE = 'visitor keys of a day'

/** Who sent a beacon, as far as the host and the request say. */
export type Sender = { siteUrl: string; address: string; userAgent: string }

/** What names a visitor and their network within one day. */
export type VisitorKeys = { visitor: Uint8Array; network: Uint8Array }

/** The salt of the latest day that this process counted in, for each database. */
const latest = new WeakMap<Db, { day: PlainDay; salt: Uint8Array }>()

/** The keys of a sender on `day`. With another day's salt, which is random, they are others. (decision 0061) */
export async function makeKeys(db: Db, day: PlainDay, now: Instant, sender: Sender): Promise<VisitorKeys> {
  const key = Buffer.concat([await readSalt(db, day, now), Buffer.from(deriveKey(PURPOSE), 'base64url')])
  const { siteUrl, address, userAgent } = sender
  return {
    visitor: toKey(key, ['visitor', siteUrl, address, userAgent]),
    network: toKey(key, ['network', siteUrl, address]),
  }
}

/** No text can be moved from one part into the next. */
function toKey(key: Uint8Array, parts: readonly string[]): Uint8Array {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, KEY_BYTES)
}

/** The salt of a day: made by the first process that needs it, and read by all others. */
async function readSalt(db: Db, day: PlainDay, now: Instant): Promise<Uint8Array> {
  const known = latest.get(db)
  if (known?.day === day) return known.salt
  const made = { day, salt: randomBytes(SALT_BYTES), createdAt: new Date(now) }
  await db.insert(analyticsSalts).values(made).onConflictDoNothing()
  const [row] = await db.select({ salt: analyticsSalts.salt }).from(analyticsSalts).where(eq(analyticsSalts.day, day))
  if (!row) throw new Error('The salt of the day is gone')
  latest.set(db, { day, salt: row.salt })
  return row.salt
}
