import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isInForce } from '../security/bans.ts'

/** Of `users` with their `profiles`: whoever the forum tells anything. Approved, still there, and not banned. (security AZ5) */
export function mayBeNotified(db: Db, now: Instant): SQL | undefined {
  const isTheirs = and(eq(bans.subjectType, 'user'), eq(bans.subject, sql`${users.id}::text`))
  const banned = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(isTheirs, isInForce(now)))
  return and(eq(profiles.approval, 'approved'), isNull(users.deletedAt), notExists(banned))
}
