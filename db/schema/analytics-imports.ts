import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
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
import { bytea, count, createdAt, day, id, instant, keyText } from './columns.ts'

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
