import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'
import { eventConfig } from './events.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * `review` waits for a moderator, `hidden` was taken away by one, `deleted` by who wrote it. Visitors see `shown` alone, and
 * of the others at most that there was something.
 */
export const POST_STATES = ['shown', 'review', 'hidden', 'deleted'] as const

/** People. The row of somebody who left stays, without a person in it, so an author is always there. */
const person = () =>
  uuid()
    .notNull()
    .references(() => users.id)

/** Where topics are sorted into: a subject, or the room of one event. */
export const forumCategories = pgTable(
  'forum_categories',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    displayOrder: integer().notNull().default(0),
    /** The event whose room this is. */
    eventId: uuid()
      .unique()
      .references(() => eventConfig.id, { onDelete: 'set null' }),
    /** Read, but nobody begins topics in it any more. */
    isClosed: boolean().notNull().default(false),
    /** Topics that visitors see; kept by every write that changes it. */
    topicCount: integer().notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('forum_categories_order').on(t.displayOrder, t.id),
    check('category_name_length', sql`char_length(${t.name}) between 1 and 60`),
    check('category_description_length', sql`char_length(${t.description}) <= 300`),
    check('category_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${t.slug}) <= 60`),
    check('category_counts', sql`${t.topicCount} >= 0`),
  ],
)

/**
 * A discussion. Its id is the id of its opening post too, so that `/forum/post/{id}` names both. Counts and the last post
 * follow the posts that visitors see; every write of a post holds this row first. (docs/decisions/0036)
 */
export const forumTopics = pgTable(
  'forum_topics',
  {
    id: id(),
    categoryId: uuid()
      .notNull()
      .references(() => forumCategories.id),
    authorId: person(),
    title: text().notNull(),
    /** Of the opening post; `merged` leads to another topic. */
    state: text({ enum: [...POST_STATES, 'merged'] })
      .notNull()
      .default('shown'),
    mergedIntoId: uuid().references((): AnyPgColumn => forumTopics.id),
    isPinned: boolean().notNull().default(false),
    isLocked: boolean().notNull().default(false),
    /** Seconds between two replies of one member; null is no slow mode. */
    slowSeconds: integer(),
    /** Replies that visitors see. */
    replyCount: integer().notNull().default(0),
    /** Thanks for all its posts that visitors see. */
    thankCount: integer().notNull().default(0),
    /** The number that the last post got; numbers are never given twice. */
    lastNumber: integer().notNull().default(1),
    lastPostAt: instant().notNull(),
    lastAuthorId: person(),
    solvedPostId: uuid(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('forum_topics_latest')
      .on(t.lastPostAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and not ${t.isPinned}`),
    index('forum_topics_top')
      .on(t.thankCount.desc(), t.lastPostAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and not ${t.isPinned}`),
    index('forum_topics_unanswered')
      .on(t.createdAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and ${t.replyCount} = 0`),
    index('forum_topics_category_latest')
      .on(t.categoryId, t.lastPostAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and not ${t.isPinned}`),
    index('forum_topics_category_top')
      .on(t.categoryId, t.thankCount.desc(), t.lastPostAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and not ${t.isPinned}`),
    index('forum_topics_category_unanswered')
      .on(t.categoryId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and ${t.replyCount} = 0`),
    index('forum_topics_pinned')
      .on(t.categoryId, t.lastPostAt.desc(), t.id.desc())
      .where(sql`${t.state} = 'shown' and ${t.isPinned}`),
    index('forum_topics_category').on(t.categoryId),
    index('forum_topics_author').on(t.authorId, t.createdAt.desc(), t.id.desc()),
    searchIndex('forum_topics_search', [t.title]),
    index('forum_topics_merged').on(t.mergedIntoId).where(sql`${t.mergedIntoId} is not null`),
    check('topic_title_length', sql`char_length(${t.title}) between 5 and 150`),
    check('topic_state_known', sql`${t.state} in ('shown', 'review', 'hidden', 'deleted', 'merged')`),
    check('topic_merged_where', sql`(${t.state} = 'merged') = (${t.mergedIntoId} is not null)`),
    check('topic_slow_bounds', sql`${t.slowSeconds} between 10 and 86400`),
    check('topic_counts', sql`${t.replyCount} >= 0 and ${t.thankCount} >= 0 and ${t.lastNumber} >= 1`),
  ],
)

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
    /** What is shown: made from `source` by the one sanitiser when it was written. (security XS1) */
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
    /** SHA-256 of who posts with which `Idempotency-Key`, kept a day, and of what came with it. (security DB3) */
    submissionKey: text().unique(),
    submissionDigest: text(),
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
    index('forum_posts_words').using('gin', t.words),
    check('post_source_length', sql`char_length(${t.source}) between 1 and 20000`),
    check('post_state_known', sql`${t.state} in ('shown', 'review', 'hidden', 'deleted')`),
    check('post_opening_title', sql`(${t.number} = 1) = (${t.title} is not null) or ${t.id} <> ${t.topicId}`),
    check('post_counts', sql`${t.thankCount} >= 0 and ${t.number} >= 1`),
  ],
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

/** Who hears of new replies to a topic. A row with `isOn` false says that somebody does not want to, though they wrote in it. */
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

/** What a member is told, on the site and, as they choose, by mail. One of a kind for a post. */
export const forumNotices = pgTable(
  'forum_notices',
  {
    id: id(),
    userId: person(),
    kind: text({ enum: ['reply', 'mention', 'solved', 'approved', 'hidden', 'restored'] }).notNull(),
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
    check('notice_kind_known', sql`${t.kind} in ('reply', 'mention', 'solved', 'approved', 'hidden', 'restored')`),
  ],
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

/**
 * Pages that a committed write has made wrong and that a cache may still hold, by their tags. Written with the change, so
 * that no failed call leaves a page wrong for long. (docs/decisions/0036)
 */
export const pagePurges = pgTable(
  'page_purges',
  { id: id(), tags: jsonb().$type<string[]>().notNull(), createdAt: createdAt() },
  (t) => [index('page_purges_oldest').on(t.createdAt, t.id)],
)
