import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { members } from '#db/seed/content/members.ts'
import { hashPassword } from '#src/auth/passwords.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { makeOwner, storeMember } from '#src/domain/accounts/make-owner.ts'
import type { Env } from '#src/platform/env.ts'

const DAY = 86_400_000
const ACTOR = { id: 'seed' }
const OWNER_NAME = 'workshop-desk'
/** Days before the demo was made. */
const OWNER_SINCE = 300

/** The owner of the demo. */
export type DemoOwner = { email: string; password: string; isGiven: boolean }

/** From `OWNER_EMAIL` and `OWNER_PASSWORD`; what is missing is made up. */
export function demoOwner({ ownerEmail, ownerPassword }: Pick<Env, 'ownerEmail' | 'ownerPassword'>): DemoOwner {
  return {
    email: ownerEmail ?? `owner-${randomText(4)}@uptime-workshops.example`,
    password: ownerPassword ?? Array.from({ length: 5 }, () => randomText(4)).join('-'),
    isGiven: ownerPassword !== undefined,
  }
}

/** For the terminal, once. A given password is not repeated, because the person who set it knows it. */
export function ownerSentence({ email, password, isGiven }: DemoOwner): string {
  const secret = isGiven ? 'the password of OWNER_PASSWORD' : `the password ${password}`
  const again = isGiven ? '' : '\nIt is shown only once. To set a new one, run: npm run owner -- EMAIL'
  return `The demo's owner is ${email} with ${secret}${again}`
}

/** Adds the owner and some members to the demo, in its transaction. */
export async function addDemoPeople(tx: Db, { email, password }: DemoOwner, now: Instant): Promise<void> {
  await makeOwner(tx, email, { actor: ACTOR, now, passwordHash: await hashPassword(password) })
  await nameOwner(tx, email, now)
  for (const { registered, ...member } of members)
    await storeMember(tx, { ...member, registeredAt: now - registered * DAY }, { actor: ACTOR, now })
}

/** The name under which the owner writes in the forum, and since when. */
async function nameOwner(tx: Db, email: string, now: Instant): Promise<void> {
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)))
  if (!owner) return
  const createdAt = new Date(now - OWNER_SINCE * DAY)
  const named = { username: OWNER_NAME, usernameKey: usernameKey(OWNER_NAME), createdAt }
  await tx.update(profiles).set(named).where(eq(profiles.id, owner.id))
  await tx.update(users).set({ createdAt, emailConfirmedAt: createdAt }).where(eq(users.id, owner.id))
}

/** Without signs that are read for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

function randomText(length: number): string {
  return Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}
