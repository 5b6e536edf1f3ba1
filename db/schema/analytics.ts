import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { analyticsImports } from './analytics-imports.ts'
import { bytea, count, createdAt, day, id, instant, keyText } from './columns.ts'

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
    // Acts of all pages are read without the views, of which there are many more.
    index('analytics_hours_acts').on(t.day).where(sql`${t.kind} <> 'view'`),
  ],
)

/**
 * Rollup: the visits of a day by everything they can be filtered by. With the empty slug and page, every visit is in one row. A visit is
 * also in a row of each event whose page it viewed, and for each of these slugs in a row of each page that was viewed. A visitor counts
 * in the row of their first such visit of the day, so that the visitors of the rows of one day, slug and page add up. Visitors of two
 * days never do. Together, the values may be longer than the key of an index can be, so that only a recount notices a row that is there twice.
 */
export const analyticsVisits = pgTable(
  'analytics_visits',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    day: day(),
    eventSlug: keyText(),
    /** A page that was viewed; empty in the rows that are about all pages. */
    page: keyText(),
    source: keyText(),
    campaign: keyText(),
    country: keyText(),
    device: keyText(),
    entry: text().notNull(),
    /** These six are empty in what version 1 of the rollups has made. */
    exit: keyText(),
    browser: keyText(),
    utmSource: keyText(),
    utmMedium: keyText(),
    utmContent: keyText(),
    utmTerm: keyText(),
    visitors: count(),
    visits: count(),
    /** Of this page, in the rows that are about one. */
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
    // Every index more is felt when a day is rolled up. Pages are found by the days.
    primaryKey({ name: 'analytics_visits_pk', columns: [t.day, t.eventSlug, t.page, t.id] }),
    index('analytics_visits_event').on(t.eventSlug, t.day).where(sql`${t.page} = ''`),
  ],
)

/**
 * Figures of a day by one dimension. Our own have pages, exit pages, browsers and UTM fields (import null); an import has all of its own.
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

/** What is known of the rollups of a day: when they were made, and what the last recount from the rows found. */
export const analyticsRollups = pgTable('analytics_rollups', {
  day: date({ mode: 'string' }).primaryKey(),
  rolledUpAt: instant().notNull(),
  /** How many rows of `analytics_page_views` they were made of. */
  rows: count(),
  /** Which version of the statement made them. Days of an earlier one are made again for as long as their rows are there. */
  version: integer().notNull().default(1),
  recountedAt: instant(),
  /** Rows of the rollups that differed from those the recount made; null before the first. */
  differences: integer(),
})
