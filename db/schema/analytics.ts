import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
const day = () => date({ mode: 'string' }).notNull()
const count = () => integer().notNull().default(0)

/** Part of a key, which cannot be null: the empty text stands for 'none'. */
const keyText = () => text().notNull().default('')

/**
 * What visitors did, as their pages told it: one row for a view, or for an act on a page. Kept for 60 days, then only the rollups
 * remain. No address, user agent, session or account is stored. (decision 0061)
 */
export const analyticsPageViews = pgTable(
  'analytics_page_views',
  {
    id: id(),
    /** On the clock of the statistics, as it was when the row arrived: the salt of this day made the key. */
    day: day(),
    kind: text({ enum: ['view', 'agenda', 'letter', 'register', 'partner_shown', 'partner_pressed'] })
      .notNull()
      .default('view'),
    /** Where on the page registration was pressed, what was done with the letter, or the id of a vendor; empty otherwise. */
    place: keyText(),
    pagePath: text().notNull(),
    eventSlug: text(),
    /** Names a visitor within one day and never beyond it. */
    visitorKey: bytea().notNull(),
    /** Where the visitor came from: a host name, empty for none or our own site. */
    source: keyText(),
    utmSource: keyText(),
    utmMedium: keyText(),
    utmCampaign: keyText(),
    utmContent: keyText(),
    utmTerm: keyText(),
    /** ISO 3166-1, two letters; empty if the host did not know. */
    country: keyText(),
    device: text({ enum: ['phone', 'tablet', 'desktop', ''] })
      .notNull()
      .default(''),
    browser: keyText(),
    createdAt: createdAt(),
  },
  (t) => [
    index('analytics_page_views_day').on(t.day, t.visitorKey, t.createdAt),
    check('page_view_path_length', sql`char_length(${t.pagePath}) <= 500`),
    check('page_view_key_length', sql`octet_length(${t.visitorKey}) = 8`),
    check(
      'page_view_kind_known',
      sql`${t.kind} in ('view', 'agenda', 'letter', 'register', 'partner_shown', 'partner_pressed')`,
    ),
  ],
)

/** The random salt of a day, without which its visitor keys can never be made again. Deleted once it is older than 48 hours. */
export const analyticsSalts = pgTable(
  'analytics_salts',
  { day: date({ mode: 'string' }).primaryKey(), salt: bytea().notNull(), createdAt: createdAt() },
  (t) => [check('analytics_salt_length', sql`octet_length(${t.salt}) = 32`)],
)

/** How many rows one network has sent on a day, so that a flood ends. Deleted with the salt of the day. */
export const analyticsNetworks = pgTable(
  'analytics_networks',
  { day: day(), networkKey: bytea().notNull(), rows: count() },
  (t) => [primaryKey({ columns: [t.day, t.networkKey] })],
)

/** How many beacons were not stored, and why. The only figures that are counted up: nothing is left to count them again. */
export const analyticsLeftOut = pgTable(
  'analytics_left_out',
  {
    day: day(),
    reason: text({ enum: ['bot', 'administrator', 'preview', 'opted_out', 'flood', 'unknown_page'] }).notNull(),
    count: count(),
  },
  (t) => [primaryKey({ columns: [t.day, t.reason] })],
)

/** Rollup: what happened in an hour, by page and act. `n` is how often, `visits` in how many visits. */
export const analyticsHours = pgTable(
  'analytics_hours',
  {
    hour: instant().notNull(),
    day: day(),
    pagePath: text().notNull(),
    eventSlug: keyText(),
    kind: text().notNull(),
    place: keyText(),
    source: keyText(),
    n: count(),
    visits: count(),
  },
  (t) => [
    primaryKey({
      name: 'analytics_hours_pk',
      columns: [t.hour, t.pagePath, t.eventSlug, t.kind, t.place, t.source],
    }),
    index('analytics_hours_day').on(t.day),
    index('analytics_hours_event').on(t.eventSlug, t.kind, t.day),
  ],
)

/**
 * Rollup: the visits of a day by what they can be filtered by. With the empty slug, every visit is in one row; a visit is also in a row
 * of each event whose page it viewed. A visitor counts in the row of their first visit of the day, so that the visitors of the rows of
 * one day and slug add up. Visitors of two days never do.
 */
export const analyticsVisits = pgTable(
  'analytics_visits',
  {
    day: day(),
    eventSlug: keyText(),
    source: keyText(),
    campaign: keyText(),
    country: keyText(),
    device: keyText(),
    entry: text().notNull(),
    visitors: count(),
    visits: count(),
    views: count(),
    /** Between the first and the last sign of life of the visits together. */
    seconds: bigint({ mode: 'number' }).notNull().default(0),
    /** Visits of one view in which nothing else happened. */
    bounces: count(),
    /** Visits in which the agenda came into sight, the letter was taken along, and registration was pressed. */
    agenda: count(),
    letter: count(),
    register: count(),
  },
  (t) => [
    primaryKey({
      name: 'analytics_visits_pk',
      columns: [t.day, t.eventSlug, t.source, t.campaign, t.country, t.device, t.entry],
    }),
    index('analytics_visits_event').on(t.eventSlug, t.day),
  ],
)

/**
 * Figures of a day by one dimension. Our own have those that `analytics_visits` lacks (import null); an import has all of its own.
 * What an import does not tell is null, which is not zero.
 */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    day: day(),
    /** Null for our own figures. */
    importId: uuid().references(() => analyticsImports.id, { onDelete: 'cascade' }),
    eventSlug: keyText(),
    dimension: text({
      enum: [
        'total',
        'source',
        'utm_source',
        'utm_medium',
        'utm_campaign',
        'utm_content',
        'utm_term',
        'country',
        'device',
        'browser',
        'entry',
        'exit',
        'page',
        'act',
      ],
    }).notNull(),
    value: keyText(),
    visitors: integer(),
    visits: integer(),
    views: integer(),
    seconds: bigint({ mode: 'number' }),
    bounces: integer(),
  },
  (t) => [
    index('analytics_days_day').on(t.dimension, t.day, t.eventSlug),
    index('analytics_days_event').on(t.eventSlug, t.dimension, t.day),
    // Rows of our own have no import, and are unique all the same.
    unique('analytics_days_once').on(t.importId, t.day, t.eventSlug, t.dimension, t.value).nullsNotDistinct(),
  ],
)

/** A total of an import whose file has no days, with what it is about. It is shown beside the days, and never spread over them. */
export const analyticsPeriods = pgTable(
  'analytics_periods',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    importId: uuid()
      .notNull()
      .references(() => analyticsImports.id, { onDelete: 'cascade' }),
    fromDay: day(),
    toDay: day(),
    dimension: text().notNull(),
    value: keyText(),
    visitors: integer(),
    visits: integer(),
    views: integer(),
    seconds: bigint({ mode: 'number' }),
    bounces: integer(),
  },
  (t) => [unique('analytics_periods_once').on(t.importId, t.dimension, t.value)],
)

/** One file of figures from another service. Undoing it deletes its rows. */
export const analyticsImports = pgTable(
  'analytics_imports',
  {
    id: id(),
    kind: text({ enum: ['plausible', 'goatcounter', 'umami', 'ga4'] }).notNull(),
    fileName: text().notNull(),
    /** Of the file, in hex: the same file is never imported twice at the same time. */
    sha256: text().notNull(),
    state: text({ enum: ['running', 'paused', 'done', 'undone', 'cancelled', 'failed'] })
      .notNull()
      .default('running'),
    /** The zone that the days of the file are in. */
    zone: text().notNull(),
    fromDay: date({ mode: 'string' }),
    toDay: date({ mode: 'string' }),
    /** How many batches have been stored. The next one must have this number. */
    cursor: count(),
    rows: count(),
    /** How many rows the file has. The import is done once they are stored. */
    totalRows: count(),
    /** True if the file has no days, and its figures are totals of the period from the first day to the last. */
    isPeriod: boolean().notNull().default(false),
    /** What the dry run found: rows by table, days that overlap, columns it does not know. */
    report: jsonb().notNull().default({}),
    startedBy: text().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [
    index('analytics_imports_recent').on(t.createdAt.desc(), t.id),
    // An import that was undone may be repeated.
    uniqueIndex('analytics_imports_file').on(t.sha256).where(sql`${t.state} in ('running', 'paused', 'done')`),
    check('analytics_import_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('analytics_import_name_length', sql`char_length(${t.fileName}) between 1 and 200`),
    check(
      'analytics_import_state_known',
      sql`${t.state} in ('running', 'paused', 'done', 'undone', 'cancelled', 'failed')`,
    ),
  ],
)

/**
 * The rows of imported files, as they were told, from which `analytics_days` is made for the days of imports. `key` is a hash of the
 * service, the table and everything the row is about: where two imports tell of the same, the earlier one counts, and the other one
 * takes its place when the earlier one is undone. (decision 0062)
 */
export const analyticsImportRows = pgTable(
  'analytics_import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => analyticsImports.id, { onDelete: 'cascade' }),
    day: day(),
    key: bytea().notNull(),
    /** The table of the file. Figures of a day are never added over the tables of a service. */
    tableName: text().notNull(),
    /** What `analytics_days` calls `dimension`, `value` and `event_slug`. */
    dimension: text().notNull(),
    value: keyText(),
    eventSlug: keyText(),
    visitors: integer(),
    visits: integer(),
    views: integer(),
    seconds: bigint({ mode: 'number' }),
    bounces: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.day, t.key] }),
    index('analytics_import_rows_day').on(t.day, t.key),
    check('analytics_import_row_key_length', sql`octet_length(${t.key}) = 16`),
  ],
)

/** What is known of the rollups of a day: when they were made, and what the last recount from the rows found. */
export const analyticsRollups = pgTable('analytics_rollups', {
  day: date({ mode: 'string' }).primaryKey(),
  rolledUpAt: instant().notNull(),
  /** How many rows of `analytics_page_views` they were made of. */
  rows: count(),
  recountedAt: instant(),
  /** Rows of the rollups that differed from those the recount made; null before the first. */
  differences: integer(),
})
