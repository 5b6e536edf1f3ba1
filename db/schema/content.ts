import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, searchIndex, updatedAt } from './columns.ts'
import { eventConfig } from './events.ts'

/** A piece of content of one kind, used on pages and on the landing pages of events. (decision 0064) */
export const contentBlocks = pgTable(
  'content_blocks',
  {
    id: id(),
    kind: text({
      enum: ['text', 'picture', 'list', 'quote', 'question', 'figures', 'call-to-action', 'event-facts'],
    }).notNull(),
    /** What editors call it. Visitors do not see it. */
    title: text().notNull(),
    /** What it says, in the shape of its kind and of the `schemaVersion` in it. */
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What the Markdown of the body was rendered to when it was saved; empty for a kind without Markdown. */
    html: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    /** Visitors see active blocks alone. */
    isActive: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('content_blocks_title').on(sql`lower(${t.title})`, t.id),
    index('content_blocks_kind').on(t.kind, sql`lower(${t.title})`, t.id),
    index('content_blocks_tags').using('gin', t.tags),
    searchIndex('content_blocks_search', [t.title]),
    check('content_block_title_length', sql`char_length(${t.title}) between 1 and 120`),
    check(
      'content_block_kind_known',
      sql`${t.kind} in ('text', 'picture', 'list', 'quote', 'question', 'figures', 'call-to-action', 'event-facts')`,
    ),
    check('content_block_body_is_object', sql`jsonb_typeof(${t.body}) = 'object'`),
  ],
)

/** A page that is made of blocks, at an address of its own. */
export const contentPages = pgTable(
  'content_pages',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    metaTitle: text(),
    metaDescription: text(),
    isPublished: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('content_pages_title').on(sql`lower(${t.title})`, t.id),
    searchIndex('content_pages_search', [t.title, t.slug]),
    check('content_page_slug_shape', sql`${t.slug} ~ '^[a-z0-9-]{3,100}$'`),
    check('content_page_title_length', sql`char_length(${t.title}) between 1 and 120`),
  ],
)

/** A slug that a page once had. Visitors who kept the old address are sent on. */
export const contentPageRedirects = pgTable(
  'content_page_redirects',
  {
    oldSlug: text().primaryKey(),
    pageId: uuid()
      .notNull()
      .references(() => contentPages.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('content_page_redirects_page').on(t.pageId),
    check('content_old_slug_shape', sql`${t.oldSlug} ~ '^[a-z0-9-]{3,100}$'`),
  ],
)

/** A block in its place: on a page, or in a slot of the landing pages, of every event or of one. */
export const contentSlots = pgTable(
  'content_slots',
  {
    id: id(),
    place: text({
      enum: ['page', 'questions', 'quotes', 'past-days', 'bring', 'getting-there', 'terms', 'certificate'],
    }).notNull(),
    /** Null for what every event shows that has nothing of its own in this slot. */
    eventId: uuid().references(() => eventConfig.id, { onDelete: 'cascade' }),
    pageId: uuid().references(() => contentPages.id, { onDelete: 'cascade' }),
    blockId: uuid()
      .notNull()
      .references(() => contentBlocks.id, { onDelete: 'restrict' }),
    position: integer().notNull(),
  },
  (t) => [
    unique('content_slots_once').on(t.place, t.eventId, t.pageId, t.blockId).nullsNotDistinct(),
    index('content_slots_event').on(t.eventId),
    index('content_slots_page').on(t.pageId),
    index('content_slots_block').on(t.blockId),
    check('content_slot_of_page', sql`(${t.place} = 'page') = (${t.pageId} is not null)`),
    check('content_slot_of_one', sql`${t.eventId} is null or ${t.pageId} is null`),
    check(
      'content_slot_place_known',
      sql`${t.place} in ('page', 'questions', 'quotes', 'past-days', 'bring', 'getting-there', 'terms', 'certificate')`,
    ),
  ],
)

/** A standing text that was edited. Without a row, and without a text in it, pages show the default. */
export const siteCopy = pgTable(
  'site_copy',
  {
    key: text().primaryKey(),
    text: text(),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (t) => [check('site_copy_text_length', sql`char_length(${t.text}) between 1 and 2000`)],
)
