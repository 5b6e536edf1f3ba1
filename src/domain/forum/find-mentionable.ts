import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { matchesWords } from '#db/search.ts'
import type { Mentionable } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'

const MOST = 8
/** Looked through for names that begin so; among more, the letters typed next find the one. */
const MOST_LOOKED_AT = 200

/**
 * Members whose username begins with what was typed behind an `@`: approved, still there and not banned. The index finds
 * them by their words; a full name, which it also knows, finds nobody here.
 */
export async function findMentionable(db: Db, typed: string, now: Instant): Promise<{ items: Mentionable[] }> {
  const beginning = typed.normalize('NFKC').trim().toLowerCase()
  const words = matchesWords([profiles.username, profiles.fullName], beginning)
  if (!words) return { items: [] }
  const found = db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(and(words, eq(profiles.approval, 'approved')))
    .limit(MOST_LOOKED_AT)
    .as('found')
  const items = await db
    .select({ username: found.username })
    .from(found)
    .innerJoin(users, eq(users.id, found.id))
    .where(and(isNull(users.deletedAt), sql`starts_with(lower(${found.username}), ${beginning})`, isNotBanned(db, now)))
    .orderBy(asc(sql`char_length(${found.username})`), asc(found.username))
    .limit(MOST)
  return { items }
}

function isNotBanned(db: Db, now: Instant) {
  const moment = sql`${new Date(now).toISOString()}::timestamptz`
  const isInForce = sql`${bans.liftedAt} is null and (${bans.expiresAt} is null or ${bans.expiresAt} > ${moment})`
  const isTheirs = and(eq(bans.subjectType, 'user'), eq(bans.subject, sql`${users.id}::text`))
  return notExists(db.select({ id: bans.id }).from(bans).where(and(isTheirs, isInForce)))
}
