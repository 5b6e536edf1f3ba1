import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { forumTopics, POST_STATES, person } from './forum.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What a search asks of a post: its words, pairs of adjacent words, its day and its month. (decision 0038) */
export const forumTerms = (post: { words: SQLWrapper; createdAt: SQLWrapper }) =>
  sql`forum_terms(${post.words}, ${post.createdAt})`

/** A contribution. Number 1 opens its topic and has the topic's id and title. */
export const forumPosts = pgTable(
  'forum_posts',
  {
    id: id(),
    topicId: uuid()
      .notNull()
      .references(() => forumTopics.id),
    /** Its place in the topic, from 1; never given to another post. */
    number: integer().notNull(),
    authorId: person(),
    /** Of the opening post alone: the topic's title, which is searched and kept in revisions with it. */
    title: text(),
    /** What was typed: Markdown. */
    source: text().notNull(),
    /** What is shown: made from `source` by the one sanitizer when it was written. (security XS1) */
    html: text().notNull(),
    /** Its words alone, for searches, excerpts and mails. */
    plain: text().notNull(),
    words: tsvector().generatedAlwaysAs(
      (): SQL =>
        sql`setweight(to_tsvector('english', coalesce("title", '')), 'A') || setweight(to_tsvector('english', "plain"), 'B')`,
    ),
    state: text({ enum: POST_STATES }).notNull().default('shown'),
    /** Why it is hidden, or why its author's post was taken out of review again. */
    stateReason: text(),
    /** The post this one answers, in the same topic. */
    replyToId: uuid(),
    thankCount: integer().notNull().default(0),
    version: integer().notNull().default(1),
    /** When it was changed last, after the grace of some minutes; null for never. */
    editedAt: instant(),
    /** Who changed it then, where it was not its author. */
    editedById: uuid().references(() => users.id),
    /** SHA-256 of the author and their `Idempotency-Key`, kept for a day, and of what came with it. (security DB3) */
    submissionKey: text().unique(),
    submissionDigest: text(),
    /** Characters that its author changed while they were new, since it was shown or a moderator last approved its text. */
    unreviewedChange: integer().notNull().default(0),
    /** When it was written, where approving it gave it a later time; null for the same as `createdAt`. */
    writtenAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('forum_posts_number').on(t.topicId, t.number),
    index('forum_posts_shown').on(t.topicId, t.number).where(sql`${t.state} = 'shown'`),
    index('forum_posts_latest').on(t.createdAt.desc(), t.id.desc()).where(sql`${t.state} = 'shown'`),
    index('forum_posts_author').on(t.authorId, t.createdAt.desc(), t.id.desc()),
    index('forum_posts_waiting').on(t.createdAt, t.id).where(sql`${t.state} = 'review'`),
    index('forum_posts_hidden').on(t.updatedAt.desc(), t.id.desc()).where(sql`${t.state} = 'hidden'`),
    index('forum_posts_keys').on(t.createdAt).where(sql`${t.submissionKey} is not null`),
    index('forum_posts_terms').using('gin', forumTerms(t)).with({ fastupdate: false }).where(sql`${t.state} = 'shown'`),
    check('post_source_length', sql`char_length(${t.source}) between 1 and 20000`),
    check('post_state_known', sql`${t.state} in ('shown', 'review', 'hidden', 'deleted')`),
    check('post_opening_title', sql`(${t.number} = 1) = (${t.title} is not null) or ${t.id} <> ${t.topicId}`),
    check('post_counts', sql`${t.thankCount} >= 0 and ${t.number} >= 1`),
  ],
)

/** How the author of a shown post wants it to read, until a moderator has decided. Everybody else sees the post as it is. */
export const forumEdits = pgTable(
  'forum_edits',
  {
    postId: uuid()
      .primaryKey()
      .references(() => forumPosts.id, { onDelete: 'cascade' }),
    title: text(),
    source: text().notNull(),
    html: text().notNull(),
    plain: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('forum_edits_waiting').on(t.createdAt, t.postId)],
)

/** How a post read before each change. The newest number is the text before the present one. */
export const forumRevisions = pgTable(
  'forum_revisions',
  {
    postId: uuid()
      .notNull()
      .references(() => forumPosts.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    title: text(),
    source: text().notNull(),
    html: text().notNull(),
    /** Who replaced this text, why if they said so, and when. */
    editorId: person(),
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.number] })],
)

/** Who thanked for which post: once each. */
export const forumThanks = pgTable(
  'forum_thanks',
  {
    postId: uuid()
      .notNull()
      .references(() => forumPosts.id, { onDelete: 'cascade' }),
    userId: person(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.userId] }), index('forum_thanks_user').on(t.userId, t.postId)],
)

/** A member's word to the moderators about a post: one each. */
export const forumFlags = pgTable(
  'forum_flags',
  {
    id: id(),
    postId: uuid()
      .notNull()
      .references(() => forumPosts.id, { onDelete: 'cascade' }),
    userId: person(),
    reason: text({ enum: ['spam', 'rude', 'off_topic', 'dangerous', 'other'] }).notNull(),
    note: text().notNull().default(''),
    /** How a moderator answered all open flags of the post at once. */
    outcome: text({ enum: ['upheld', 'dismissed'] }),
    handledAt: instant(),
    handledById: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('forum_flags_once').on(t.postId, t.userId),
    index('forum_flags_open').on(t.createdAt, t.id).where(sql`${t.handledAt} is null`),
    index('forum_flags_handled').on(t.handledAt.desc(), t.id.desc()).where(sql`${t.handledAt} is not null`),
    check('flag_reason_known', sql`${t.reason} in ('spam', 'rude', 'off_topic', 'dangerous', 'other')`),
    check('flag_note_length', sql`char_length(${t.note}) <= 500`),
  ],
)
