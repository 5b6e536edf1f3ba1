import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { forumTopics, person } from './forum.ts'
import { forumPosts } from './forum-posts.ts'

/**
 * Who is notified of new replies to a topic. A row with `isOn` false is for members who switched it off, though they
 * wrote in it.
 */
export const forumFollows = pgTable(
  'forum_follows',
  {
    topicId: uuid()
      .notNull()
      .references(() => forumTopics.id, { onDelete: 'cascade' }),
    userId: person(),
    isOn: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.topicId, t.userId] }), index('forum_follows_user').on(t.userId, t.topicId)],
)

/** How a member wants to hear by mail. No row is the usual choice. */
export const forumPreferences = pgTable(
  'forum_preferences',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    mail: text({ enum: ['at_once', 'daily', 'none'] })
      .notNull()
      .default('at_once'),
    updatedAt: updatedAt(),
  },
  (t) => [check('forum_mail_known', sql`${t.mail} in ('at_once', 'daily', 'none')`)],
)

const NOTICE_KINDS = ['reply', 'mention', 'solved', 'approved', 'change_rejected', 'hidden', 'restored'] as const

/** A notice for a member, on the site and, as they choose, by mail. One of a kind for a post. */
export const forumNotices = pgTable(
  'forum_notices',
  {
    id: id(),
    userId: person(),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    /** The topic of the post when the notice was made: a merge moves the post, but not the notice. */
    topicId: uuid()
      .notNull()
      .references(() => forumTopics.id, { onDelete: 'cascade' }),
    postId: uuid()
      .notNull()
      .references(() => forumPosts.id, { onDelete: 'cascade' }),
    /** Whose doing it was; null for a moderator's. */
    actorId: uuid().references(() => users.id),
    reason: text(),
    readAt: instant(),
    /** When its mail may go; null for one that goes by no mail, or went. */
    mailDueAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('forum_notices_once').on(t.userId, t.kind, t.postId),
    index('forum_notices_user').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('forum_notices_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('forum_notices_due').on(t.mailDueAt, t.userId).where(sql`${t.mailDueAt} is not null`),
    index('forum_notices_due_to').on(t.userId, t.mailDueAt).where(sql`${t.mailDueAt} is not null`),
    index('forum_notices_oldest').on(t.createdAt),
    check(
      'notice_kind_known',
      sql`${t.kind} in ('reply', 'mention', 'solved', 'approved', 'change_rejected', 'hidden', 'restored')`,
    ),
  ],
)
