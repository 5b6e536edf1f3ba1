import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import type { NoticeKind } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { mailDue } from './mail-choice.ts'
import { mayBeNotified } from './notice-rows.ts'

/** The most members named in one post who are notified. */
const MOST_MENTIONS = 20

/** A post that visitors see from now on. `mentions` are names as they were typed. */
type AnnouncedPost = { id: string; topicId: string; authorId: string; mentions: readonly string[] }

/**
 * Notifies the members named in a post and those who follow its topic, in the caller's transaction: each of them once,
 * however often this is called. Never its author, nor anyone who is banned, deleted or not approved. A topic that a
 * member switched off sends them no mail.
 */
export async function notifyOfPost(
  tx: Db,
  { id, topicId, authorId, mentions }: AnnouncedPost,
  now: Instant,
): Promise<void> {
  const keys = [...new Set(mentions.map(usernameKey))].slice(0, MOST_MENTIONS)
  const isNamed = keys.length === 0 ? sql`false` : sql`${profiles.usernameKey} in ${keys}`
  await tx.execute(sql`
    with named as (select ${profiles.id} as user_id, true as is_named from ${profiles} where ${isNamed}
        union all select ${forumFollows.userId}, false from ${forumFollows}
        where ${forumFollows.topicId} = ${topicId} and ${forumFollows.isOn}),
      notice as (select user_id, bool_or(is_named) as is_named from named where user_id <> ${authorId} group by user_id)
    insert into ${forumNotices} (user_id, kind, topic_id, post_id, actor_id, mail_due_at, created_at)
    select notice.user_id, case when notice.is_named then 'mention' else 'reply' end, ${topicId}::uuid, ${id}::uuid, ${authorId}::uuid,
      case when ${forumFollows.isOn} is not false then ${dueBy(now)} end, ${moment(now)}
    from notice join ${users} on ${users.id} = notice.user_id join ${profiles} on ${profiles.id} = notice.user_id
      left join ${forumPreferences} on ${forumPreferences.userId} = notice.user_id
      left join ${forumFollows} on ${forumFollows.topicId} = ${topicId} and ${forumFollows.userId} = notice.user_id
    where ${mayBeNotified(tx, now)} and not exists (select from ${forumNotices} as earlier where earlier.user_id = notice.user_id
      and earlier.kind in ('mention', 'reply') and earlier.post_id = ${id})
    order by notice.user_id
    on conflict do nothing`)
}

/** News for one member about one of their posts. `actorId` is null for a moderator, whom the forum does not name. */
type MemberNotice = {
  userId: string
  kind: Exclude<NoticeKind, 'reply' | 'mention'>
  topicId: string
  postId: string
  actorId: string | null
  reason?: string
}

/**
 * Notifies a member of what was done with a post of theirs, in the caller's transaction; not the person who did it, nor
 * anyone who is banned, deleted or not approved. A repeated decision of a moderator is news again; a solution that is
 * marked twice is not.
 */
export async function notifyMember(tx: Db, notice: MemberNotice, now: Instant): Promise<void> {
  const { userId, kind, topicId, postId, actorId, reason = null } = notice
  if (actorId === userId) return
  const again =
    kind === 'solved'
      ? sql`do nothing`
      : sql`(user_id, kind, post_id) do update set reason = excluded.reason, actor_id = excluded.actor_id, read_at = null,
          topic_id = excluded.topic_id, mail_due_at = excluded.mail_due_at, created_at = excluded.created_at`
  await tx.execute(sql`
    insert into ${forumNotices} (user_id, kind, topic_id, post_id, actor_id, reason, mail_due_at, created_at)
    select ${users.id}, ${kind}::text, ${topicId}::uuid, ${postId}::uuid, ${actorId}::uuid, ${reason}::text, ${dueBy(now)}, ${moment(now)}
    from ${users} join ${profiles} on ${profiles.id} = ${users.id}
      left join ${forumPreferences} on ${forumPreferences.userId} = ${users.id}
    where ${users.id} = ${userId} and ${mayBeNotified(tx, now)}
    on conflict ${again}`)
}

/** When a notice of `now` goes by mail, as its reader's preferences say. */
function dueBy(now: Instant): SQL {
  const [daily, soon] = [mailDue('daily', now), mailDue('at_once', now)]
  return sql`case coalesce(${forumPreferences.mail}, 'at_once') when 'at_once' then ${moment(soon)} when 'daily' then ${moment(daily)} end`
}

function moment(at: Instant | null): SQL {
  return sql`${at === null ? null : new Date(at).toISOString()}::timestamptz`
}
