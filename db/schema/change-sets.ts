import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, id, instant, updatedAt } from './columns.ts'

/** One thing that a check of content found, as it was said then. */
export type StoredFinding = {
  key: string
  level: 'error' | 'warning'
  subject: { type: string; id: string; label: string }
  field: string | null
  text: string
  href: string
}

/** A named set of changes to public content that goes live in one step. (decision 0068) */
export const changeSets = pgTable(
  'change_sets',
  {
    id: id(),
    name: text().notNull(),
    note: text().notNull().default(''),
    /** `prepared`: the set that takes another one back, which nobody has asked for yet. */
    state: text({
      enum: ['open', 'in_review', 'scheduled', 'missed', 'failed', 'published', 'rolled_back', 'prepared'],
    })
      .notNull()
      .default('open'),
    /** When it goes live, to the minute, and the zone in which that was chosen. Kept once it is published. */
    publishAt: instant(),
    publishZone: text(),
    /** Why it is not live, in words for the editor; null otherwise. */
    fault: text(),
    /** What the checks of content found when they last ran, with the time; empty after an edit. */
    findings: jsonb().$type<StoredFinding[]>().notNull().default([]),
    checkedAt: instant(),
    /** Who published or scheduled it in spite of the warnings among them. */
    warningsReadBy: text(),
    createdBy: text().notNull(),
    /** Who approved what the set says now; an edit removes it. */
    approvedBy: text(),
    approvedAt: instant(),
    publishedBy: text(),
    publishedAt: instant(),
    /** The revision of the site that shows it; null if no page shows any of it. */
    revision: bigint({ mode: 'number' }),
    /** The set that this one takes back. */
    revertsId: uuid(),
    /** Rises with every change of the set and of its items. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('change_sets_recent').on(t.updatedAt.desc(), t.id.desc()).where(sql`${t.state} <> 'prepared'`),
    index('change_sets_by_state').on(t.state, t.updatedAt.desc(), t.id.desc()),
    index('change_sets_due').on(t.publishAt).where(sql`${t.state} = 'scheduled'`),
    unique('change_sets_reverts').on(t.revertsId),
    check('change_set_name_length', sql`char_length(${t.name}) between 1 and 100`),
    check('change_set_note_length', sql`char_length(${t.note}) <= 500`),
    check(
      'change_set_state_known',
      sql`${t.state} in ('open', 'in_review', 'scheduled', 'missed', 'failed', 'published', 'rolled_back', 'prepared')`,
    ),
    check(
      'change_set_scheduled_at',
      sql`${t.state} <> 'scheduled' or (${t.publishAt} is not null and ${t.publishZone} is not null)`,
    ),
    check('change_set_to_the_minute', sql`${t.publishAt} = date_trunc('minute', ${t.publishAt})`),
    check(
      'change_set_published_at',
      sql`(${t.state} in ('published', 'rolled_back')) = (${t.publishedAt} is not null)`,
    ),
    check('change_set_approved', sql`(${t.approvedBy} is null) = (${t.approvedAt} is null)`),
  ],
)

/** What a set changes of one subject: its reviewed copy, and the version that the editor began with. */
export const changeItems = pgTable(
  'change_items',
  {
    id: id(),
    setId: uuid()
      .notNull()
      .references(() => changeSets.id, { onDelete: 'cascade' }),
    subjectType: text().notNull(),
    /** The id of a row, or the key of a setting. */
    subjectId: text().notNull(),
    /** What people call the subject, for when it is gone. */
    label: text().notNull(),
    baseVersion: integer(),
    /** The fields when the change was begun, and as they shall be. What differs is the change. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedBy: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('change_items_once').on(t.setId, t.subjectType, t.subjectId),
    index('change_items_subject').on(t.subjectType, t.subjectId),
  ],
)

/** Who has a set open, renewed every few seconds. */
export const changeSetPresence = pgTable(
  'change_set_presence',
  {
    setId: uuid()
      .notNull()
      .references(() => changeSets.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.setId, t.userId] })],
)
