import { hash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { knownDevices, users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { DEVICE_LIFE } from '#src/domain/accounts/prune-accounts.ts'

/** The most devices that are stored for an account; the one that signed in longest ago is removed first. */
const MOST_DEVICES = 20
const TOKEN_BYTES = 32

/** A device that was used to sign in, and the address used, in the form that is compared. `id` is not a secret. */
export type KnownDevice = { id: string; emailKey: string }

/**
 * The device of a cookie's token; null for one without a recent sign-in. It does not grant access: its owner is only not affected by what
 * strangers behind the same address did.
 */
export async function findDevice(db: Db, token: string, now: Instant): Promise<KnownDevice | null> {
  const isLive = gt(knownDevices.signedInAt, new Date(now - DEVICE_LIFE))
  const [row] = await db
    .select({ id: knownDevices.id, emailKey: users.emailKey })
    .from(knownDevices)
    .innerJoin(users, and(eq(users.id, knownDevices.userId), isNull(users.deletedAt)))
    .where(and(eq(knownDevices.id, deviceId(token)), isLive))
  return row ?? null
}

/**
 * Records a sign-in on a device, and returns its new token, for the cookie only; `token` is the one it had. A token
 * that was planted or copied is invalid after the next sign-in.
 */
export async function rememberDevice(
  db: Db,
  { userId, token }: { userId: string; token: string | null },
  now: Instant,
): Promise<string> {
  const fresh = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.transaction(async (tx) => {
    if (token !== null) await tx.delete(knownDevices).where(eq(knownDevices.id, deviceId(token)))
    await tx.insert(knownDevices).values({ id: deviceId(fresh), userId, signedInAt: new Date(now) })
    const tooMany = tx
      .select({ id: knownDevices.id })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId))
      .orderBy(desc(knownDevices.signedInAt), knownDevices.id)
      .offset(MOST_DEVICES)
    await tx.delete(knownDevices).where(inArray(knownDevices.id, tooMany))
  })
  return fresh
}

/** The id of a device in the database. */
function deviceId(token: string): string {
  return hash('sha256', token, 'hex')
}
