import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, profiles, userRoles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { openSession } from '#src/auth/sessions.ts'
import type { Role } from '#src/contract/viewer.ts'
import { NOON } from '#tests/support/api.ts'

/** Everybody there is, by what their account looks like. `level` is that of the session they come with. */
export const PEOPLE = {
  pending: { level: 1 },
  rejected: { level: 1, approval: 'rejected' },
  approved: { level: 1, approval: 'approved' },
  moderator: { level: 1, approval: 'approved', roles: ['moderator'] },
  admin: { level: 1, approval: 'approved', roles: ['admin'] },
  owner: { level: 1, approval: 'approved', roles: ['owner'] },
  'with a factor': { level: 2, hasFactor: true },
  'an owner with a factor': { level: 2, approval: 'approved', roles: ['owner'], hasFactor: true },
  banned: { level: 1, isBanned: true, isOut: true },
  'a banned owner': { level: 1, approval: 'approved', roles: ['owner'], isBanned: true, isOut: true },
  'with a factor they have not shown': { level: 1, hasFactor: true, isOut: true },
  'an owner with a factor they have not shown': {
    level: 1,
    approval: 'approved',
    roles: ['owner'],
    hasFactor: true,
    isOut: true,
  },
  'deleted meanwhile': { level: 1, isDeleted: true, isOut: true },
} satisfies Record<string, Person>

export type Person = {
  level: 1 | 2
  approval?: 'approved' | 'rejected'
  roles?: Role[]
  hasFactor?: boolean
  isBanned?: boolean
  isDeleted?: boolean
  /** Their cookie opens nothing. */
  isOut?: boolean
}

/** An account nobody has used before, its roles and approval as said, and the cookie of a session of it. */
export async function preparePerson(db: Db, person: Person): Promise<{ id: string; cookie: string }> {
  const { level, approval, roles = [] } = person
  const name = `p${randomBytes(6).toString('hex')}`
  const email = `${name}@gauge.example`
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, emailConfirmedAt: new Date(NOON) })
    .returning()
  if (!user) throw new Error('No account was made')
  const { id } = user
  await db.insert(profiles).values({ id, username: name, usernameKey: name, ...(approval && { approval }) })
  for (const role of roles) await db.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
  const token = await openSession(db, { userId: id, device: 'Test', aal: level }, NOON)
  return { id, cookie: `__Host-session=${token}` }
}

/** What comes over an account after its sessions were opened. */
export async function applyIncident(db: Db, id: string, { hasFactor, isBanned, isDeleted }: Person): Promise<void> {
  const factor = { factorType: 'totp', status: 'verified', friendlyName: 'App' } as const
  if (hasFactor) await db.insert(authFactors).values({ userId: id, ...factor })
  if (isBanned) await db.insert(bans).values({ subjectType: 'user', subject: id, reason: 'test', actor: 'test' })
  if (isDeleted)
    await db
      .update(users)
      .set({ deletedAt: new Date(NOON) })
      .where(eq(users.id, id))
}
