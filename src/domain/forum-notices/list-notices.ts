import { aliasedTable, and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, toMicros } from '#db/keyset.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type ForumNotice, MOST_UNREAD, type NoticeQuery } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { isStillNews, lockReader } from './notice-rows.ts'

const { id, userId: reader, kind, reason, readAt, createdAt } = forumNotices
const actors = aliasedTable(users, 'actors')

/** A member's notices, latest first. Notices about posts that are no longer visible are left out. */
export async function listNotices(db: Db, userId: string, { limit, cursor }: NoticeQuery): Promise<Page<ForumNotice>> {
  const rows = await db
    .select({
      id,
      kind,
      postId: forumPosts.id,
      title: forumTopics.title,
      actor: sql<string | null>`case when ${actors.deletedAt} is null then ${profiles.username} end`,
      reason,
      readAt,
      createdAt,
      micros: toMicros(createdAt),
    })
    .from(forumNotices)
    .innerJoin(forumPosts, eq(forumPosts.id, forumNotices.postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .leftJoin(actors, eq(actors.id, forumNotices.actorId))
    .leftJoin(profiles, eq(profiles.id, forumNotices.actorId))
    .where(and(eq(reader, userId), isStillNews, cursor && comesBefore([createdAt, id], getPlace(cursor))))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  return toPage(rows, { limit, toItem: toNotice, getPlace: (row) => [row.micros, row.id] })
}

type Row = Omit<ForumNotice, 'isRead' | 'createdAt'> & { readAt: Date | null; createdAt: Date; micros: number }

function toNotice({ micros: _, readAt: read, createdAt: at, ...notice }: Row): ForumNotice {
  return { ...notice, isRead: read !== null, createdAt: at.getTime() }
}

/** How many of them they have not seen, at most 100 counted. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const unread = db
    .select({ id })
    .from(forumNotices)
    .innerJoin(forumPosts, eq(forumPosts.id, forumNotices.postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .where(and(eq(reader, userId), isNull(readAt), isStillNews))
    .limit(MOST_UNREAD)
  return db.$count(unread.as('unread'))
}

/**
 * Marks a notice and all before it as read; later mails do not mention them. Returns the number of unread ones. Throws
 * `not_found` for one that is not theirs. (security AZ3)
 */
export async function markRead(db: Db, userId: string, upTo: string, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    await lockReader(tx, userId)
    const isTheirs = and(eq(id, upTo), eq(reader, userId))
    const [seen] = await tx
      .select({ createdAt, micros: toMicros(createdAt) })
      .from(forumNotices)
      .where(isTheirs)
    if (!seen) throw new Failure('not_found', NOT_FOUND.notice)
    const [moment] = getPlace([seen.micros, upTo])
    await tx
      .update(forumNotices)
      .set({ readAt: new Date(now), mailDueAt: null })
      .where(
        and(
          eq(reader, userId),
          isNull(readAt),
          lte(sql`(${createdAt}, ${id})`, sql`(${moment}::timestamptz, ${upTo}::uuid)`),
        ),
      )
    return countUnread(tx, userId)
  })
}

const DAY = 86_400_000
/** How long notices are kept, in milliseconds, read or not. */
const NOTICE_LIFE = 180 * DAY
/** Rows of one run at most; the next one goes on. */
const BATCH = 5_000

/**
 * Deletes notices that are older than 180 days, except those that another transaction is changing. Resolves with the
 * number deleted.
 */
export async function pruneNotices(db: Db, now: Instant): Promise<number> {
  return (await forgettingOld(db, now)).length
}

/** Deletes one batch of them. */
export function forgettingOld(db: Db, now: Instant) {
  const { id, createdAt } = forumNotices
  const old = db
    .select({ id })
    .from(forumNotices)
    .where(lte(createdAt, new Date(now - NOTICE_LIFE)))
    .orderBy(createdAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  // As an array, which is looked up in the index.
  return db.delete(forumNotices).where(sql`${id} = any(array(${old}))`).returning({ id })
}
