import { aliasedTable, and, asc, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailedNews, MailedTopic } from '../outbox/templates/forum-news.ts'
import { hasFollow, isStillNews } from './notice-rows.ts'

const DAY = 86_400_000
/** Notices that have waited longer, because no mail could be written, are no longer news. */
const STALE_AFTER = 3 * DAY
/** The most notices read for one mail, and shown in it. */
const MOST_READ = 200
const MOST_LISTED = 20
const LONGEST_EXCERPT = 200

export type News = { topics: (MailedTopic & { id: string })[]; more: number }

/**
 * Of these notices, those that are still worth a mail, grouped by topic, oldest first: not read on the site, of a post
 * that is still shown, in a topic that their reader still follows.
 */
export async function readNews(tx: Db, ids: readonly string[], now: Instant): Promise<News> {
  const rows = await newsRows(tx, ids.slice(0, MOST_READ), now)
  const topics = new Map<string, News['topics'][number]>()
  for (const { topicId, title, excerpt, ...row } of rows.slice(0, MOST_LISTED)) {
    const news: MailedNews = { ...row, excerpt: shorten(excerpt) }
    const topic = topics.get(topicId)
    if (topic) topic.news.push(news)
    else topics.set(topicId, { id: topicId, title, news: [news] })
  }
  const unread = Math.max(0, ids.length - MOST_READ)
  return { topics: [...topics.values()], more: Math.max(0, rows.length - MOST_LISTED) + unread }
}

function newsRows(tx: Db, ids: string[], now: Instant) {
  const actors = aliasedTable(users, 'actors')
  const { id, kind, postId, reason, readAt, createdAt } = forumNotices
  const isWanted = or(
    and(eq(kind, 'reply'), hasFollow(tx, true)),
    and(eq(kind, 'mention'), not(hasFollow(tx, false))),
    not(inArray(kind, ['reply', 'mention'])),
  )
  return tx
    .select({
      kind,
      postId,
      reason,
      topicId: forumTopics.id,
      title: forumTopics.title,
      // Twice as much as is shown, since runs of spaces collapse; never the 20,000 characters that a post may have.
      excerpt: sql<string>`left(${forumPosts.plain}, ${2 * LONGEST_EXCERPT}::int)`,
      actor: sql<string | null>`case when ${actors.deletedAt} is null then ${profiles.username} end`,
    })
    .from(forumNotices)
    .innerJoin(forumPosts, eq(forumPosts.id, postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .leftJoin(actors, eq(actors.id, forumNotices.actorId))
    .leftJoin(profiles, eq(profiles.id, forumNotices.actorId))
    .where(and(inArray(id, ids), isNull(readAt), gt(createdAt, new Date(now - STALE_AFTER)), isStillNews, isWanted))
    .orderBy(asc(createdAt), asc(id))
}

/** The beginning of a text, in code points; null where there is none, such as a post that is one picture. */
function shorten(text: string): string | null {
  const signs = [...text.replace(/\s+/g, ' ').trim()]
  if (signs.length === 0) return null
  return signs.length > LONGEST_EXCERPT ? `${signs.slice(0, LONGEST_EXCERPT - 1).join('')}…` : signs.join('')
}
