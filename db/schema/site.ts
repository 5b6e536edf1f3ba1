import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, createdAt, id, instant, updatedAt } from './columns.ts'

export const menuItems = pgTable(
  'menu_items',
  {
    id: id(),
    label: text().notNull(),
    href: text().notNull(),
    displayOrder: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    isExternal: boolean().notNull().default(false),
    visibleToAnonymous: boolean().notNull().default(true),
    visibleToUser: boolean().notNull().default(true),
    visibleToAdmin: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('menu_label_length', sql`char_length(${t.label}) between 1 and 100`),
    check('menu_href_safe', sql`${t.href} ~* '^(https?://|/([^/]|$)|#)'`),
  ],
)

export const appSettings = pgTable('app_settings', {
  id: id(),
  settingKey: text().notNull().unique(),
  settingValue: jsonb().notNull(),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** One row: the revision of everything a static page shows. Bumped by `touchContent` alone. (architecture 6) */
export const siteContent = pgTable(
  'site_content',
  {
    id: integer().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(1),
    changedAt: instant().notNull().defaultNow(),
    /** When the build hook was last asked, so that a burst of saves asks once. */
    hookPostedAt: instant(),
    /** When it was asked for what it had been asked for before, in the last 30 days: what bounds the builds of a bad day. */
    repeatedAt: instant().array().notNull().default(sql`'{}'`),
    /** The host publishes nothing by itself until it is unlocked there. */
    isLocked: boolean().notNull().default(false),
    /** The newest site that visitors have seen: what they see is older only if an older site was put back. */
    liveRevision: bigint({ mode: 'number' }),
    liveBuiltAt: instant(),
  },
  (t) => [check('site_content_one_row', sql`${t.id} = 1`)],
)

/** One row for every wish to rebuild, with what became of it. */
export const siteBuilds = pgTable(
  'site_builds',
  {
    id: id(),
    revision: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['queued', 'building', 'live', 'failed', 'superseded'] })
      .notNull()
      .default('queued'),
    /** What changed, in words: `published kansas-city-2026`. */
    reason: text().notNull(),
    /** Who changed it: a person's id, `cli`, or `schedule`. */
    actor: text().notNull(),
    /** Why it failed, for the editor; null otherwise. */
    error: text(),
    /** The host's name for the build that takes it in; null until one starts. */
    deployId: text(),
    requestedAt: createdAt(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    index('site_builds_recent').on(t.requestedAt.desc(), t.id.desc()),
    index('site_builds_open').on(t.state, t.revision),
    // What is asked at every look at the state of the site, however many builds there were.
    index('site_builds_ended').on(t.state, t.finishedAt),
    index('site_builds_started').on(t.startedAt),
    check('site_build_state_known', sql`${t.state} in ('queued', 'building', 'live', 'failed', 'superseded')`),
  ],
)

/** The last run of each scheduled job: what shows that one has stopped or keeps failing. */
export const heartbeats = pgTable('heartbeats', {
  job: text().primaryKey(),
  startedAt: instant().notNull(),
  succeededAt: instant(),
  failedAt: instant(),
  /** What went wrong in the last run that failed, in our own words. */
  error: text(),
})

/** Uploaded images, re-encoded. The id is the SHA-256 of the bytes in hex. (decision 0026) */
export const media = pgTable(
  'media',
  {
    id: text().primaryKey(),
    contentType: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytea().notNull(),
    /** Since when it waits for a post to show it; null for what stays: uploads of admins, and whatever a post has shown. */
    unusedSince: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('media_unused').on(t.unusedSince).where(sql`${t.unusedSince} is not null`),
    check('media_id_is_hash', sql`${t.id} ~ '^[0-9a-f]{64}$'`),
    check('media_type_known', sql`${t.contentType} in ('image/png', 'image/jpeg', 'image/webp', 'image/avif')`),
    check('media_size', sql`octet_length(${t.bytes}) <= 2097152`),
  ],
)

const auditEntry = () => ({
  actor: text().notNull(),
  action: text().notNull(),
  subjectType: text().notNull(),
  subjectId: text().notNull(),
  before: jsonb(),
  after: jsonb(),
  address: text(),
  requestId: text(),
})

/**
 * What is written down in a transaction until it commits. Then the database takes the rows over into `audit_log`, one
 * transaction after the other. (decision 0017)
 */
export const auditPending = pgTable('audit_pending', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...auditEntry(),
})

/** Who changed what, with the row before and after. Rows are only ever added, by the database itself. (security AZ9) */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    ...auditEntry(),
    /** Hash of the row before this one, and of this row with it: a changed or missing row breaks the chain. */
    previousHash: text().unique('audit_log_previous_hash'),
    hash: text(),
  },
  (t) => [
    index('audit_log_at').on(t.at.desc(), t.id.desc()),
    index('audit_log_subject').on(t.subjectType, t.subjectId, t.id),
    index('audit_log_actor').on(t.actor, t.id),
    index('audit_log_action').on(t.action, t.id),
    index('audit_log_contacts').on(t.id).where(sql`${t.actor} like 'contact:%'`),
  ],
)
