import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'
import { eventConfig } from './events.ts'

/**
 * `review` waits for a moderator, `hidden` was removed by one, `deleted` by its author. Visitors see only `shown`; of
 * the others, at most that there was something.
 */
export const POST_STATES = ['shown', 'review', 'hidden', 'deleted'] as const

/** People of the forum. The row of a member who left stays, without personal data, so an author always exists. */
export const person = () =>
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
    /** Readable, but closed to new topics. */
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

/** A slug a category once had. Its old address redirects. */
export const forumCategoryRedirects = pgTable(
  'forum_category_redirects',
  {
    oldSlug: text().primaryKey(),
    categoryId: uuid()
      .notNull()
      .references(() => forumCategories.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('forum_category_redirects_category').on(t.categoryId)],
)

/**
 * A discussion. Its id is the id of its opening post too, so that `/forum/post/{id}` names both. Counts and the last post
 * follow the posts that visitors see; every write of a post holds this row first. (decision 0036)
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
    /** Seconds between two replies of one member; null turns slow mode off. */
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
