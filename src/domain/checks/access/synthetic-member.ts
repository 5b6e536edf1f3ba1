import { randomUUID } from 'node:crypto'
import { and, eq, like, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import type { CheckContext } from '../check.ts'

/** RFC 2606 reserves the domain: no mail can ever go there, and nobody can register it. */
const DOMAIN = '@security-test.invalid'
/** Longer than any check may take. */
const LEFT_BEHIND = '15 minutes'

/**
 * Lends an account that exists for this call alone, with the cookie of a session of it. The account has no profile, so that no
 * list, search or page of the site shows it, no password, and no role. It goes with all its rows afterwards, and so do accounts
 * of earlier checks whose process ended too soon.
 */
export async function withSyntheticMember<T>(
  { db, openSession }: Pick<CheckContext, 'db' | 'openSession'>,
  use: (member: { cookie: string; endSession: () => Promise<void> }) => Promise<T>,
): Promise<T> {
  const email = `${randomUUID()}${DOMAIN}`
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, emailConfirmedAt: sql`now()` })
    .returning({ id: users.id })
  if (!user) throw new Error('No synthetic member was made')
  try {
    return await use(await openSession(user.id))
  } finally {
    await removeMembers(db, user.id)
  }
}

/** Sessions and everything else that names the account go with it. */
async function removeMembers(db: Db, id: string): Promise<void> {
  const isLeft = lt(users.createdAt, sql`now() - ${LEFT_BEHIND}::interval`)
  await db.delete(users).where(and(like(users.emailKey, `%${DOMAIN}`), or(eq(users.id, id), isLeft)))
}
