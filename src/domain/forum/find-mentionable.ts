import { and, asc, eq, isNull, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import type { Mentionable } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'

const MOST = 8
/** Looked through for names that begin so; among more, the letters typed next find the one. */
const MOST_LOOKED_AT = 200

/** Spelled as the index of beginnings has it. */
const name = sql`lower(${profiles.username}) collate "C"`

/** Members whose username begins with what was typed behind an `@`, the shortest first: approved, still there and not banned. */
export async function findMentionable(db: Db, typed: string, now: Instant): Promise<{ items: Mentionable[] }> {
  const beginning = typed.normalize('NFKC').trim().toLowerCase()
  if (beginning === '') return { items: [] }
  const found = db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(and(sql`${name} like ${`${literally(beginning)}%`}`, eq(profiles.approval, 'approved')))
    .orderBy(name)
    .limit(MOST_LOOKED_AT)
    .as('found')
  const items = await db
    .select({ username: found.username })
    .from(found)
    .innerJoinLateral(present(db, found.id), sql`true`)
    .where(isNotBanned(db, found.id, now))
    .orderBy(asc(sql`char_length(${found.username})`), asc(found.username))
    .limit(MOST)
  return { items }
}

/** Signs that a pattern gives a meaning stand for themselves. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The account with this id where nobody has left: looked up for each name that was found, however many accounts there are. */
function present(db: Db, id: SQLWrapper) {
  return db
    .select({ one: sql`1`.as('one') })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .limit(1)
    .as('present')
}

function isNotBanned(db: Db, id: SQLWrapper, now: Instant) {
  const moment = sql`${new Date(now).toISOString()}::timestamptz`
  const isInForce = sql`${bans.liftedAt} is null and (${bans.expiresAt} is null or ${bans.expiresAt} > ${moment})`
  const isTheirs = and(eq(bans.subjectType, 'user'), eq(bans.subject, sql`${id}::text`))
  return notExists(db.select({ id: bans.id }).from(bans).where(and(isTheirs, isInForce)))
}
