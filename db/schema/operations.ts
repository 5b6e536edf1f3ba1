import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** One row: how far the site is closed, and whether outgoing mail is held. */
export const siteMode = pgTable(
  'site_mode',
  {
    id: integer().primaryKey().default(1),
    /** 0 open, 1 no registrations and no public writes, 2 read-only except for owners, 3 the API answers 503. */
    level: integer().notNull().default(0),
    /** Why the level was set; null at level 0. */
    reason: text(),
    /** A person's id or `cli`; null until the level is first set. */
    setBy: text(),
    setAt: instant().notNull().defaultNow(),
    /** When the site opens again by itself; null: when a person opens it. */
    until: instant(),
    /** Since when mail that is not about security waits; null while it is sent. */
    mailHeldSince: instant(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check('site_mode_one_row', sql`${t.id} = 1`),
    check('site_mode_level_known', sql`${t.level} between 0 and 3`),
    check('site_mode_reason', sql`${t.level} = 0 or ${t.reason} is not null`),
  ],
)

/** Answers of the API per minute and group of routes, sampled. Contains nothing about a caller. */
export const callMinutes = pgTable(
  'call_minutes',
  {
    minute: instant().notNull(),
    routeGroup: text().notNull(),
    ok: integer().notNull().default(0),
    /** Answers of 500 and above. */
    failed: integer().notNull().default(0),
    /** Answers that took longer than a person waits for; counted in `ok` or `failed` too. */
    slow: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.minute, t.routeGroup] })],
)

/** One request to run the checks, and what became of it: the queue of the job that runs them. */
export const checkRounds = pgTable(
  'check_rounds',
  {
    id: id(),
    trigger: text({ enum: ['asked', 'daily', 'deploy'] }).notNull(),
    /** A person's id, `cli` or `schedule`. */
    askedBy: text().notNull(),
    requestedAt: createdAt(),
    /** When a worker last took the round; null while it waits for one, also after it was given back. */
    startedAt: instant(),
    finishedAt: instant(),
    /** The revision of the site that was live when the round began; null if it could not be read. */
    liveRevision: bigint({ mode: 'number' }),
  },
  (t) => [
    index('check_rounds_recent').on(t.requestedAt.desc(), t.id.desc()),
    check('check_round_trigger_known', sql`${t.trigger} in ('asked', 'daily', 'deploy')`),
  ],
)

const checkState = () => text({ enum: ['pass', 'warn', 'fail', 'unknown'] })

/** What one check found in one round. Evidence contains no secrets and no bodies of answers. Kept for 90 days. */
export const checkRuns = pgTable(
  'check_runs',
  {
    id: id(),
    roundId: uuid()
      .notNull()
      .references(() => checkRounds.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    at: createdAt(),
    milliseconds: integer().notNull(),
    state: checkState().notNull(),
    /** What was found, in one sentence. */
    said: text().notNull(),
    evidence: jsonb(),
  },
  (t) => [
    index('check_runs_round').on(t.roundId, t.key),
    index('check_runs_key').on(t.key, t.at.desc()),
    check('check_run_state_known', sql`${t.state} in ('pass', 'warn', 'fail', 'unknown')`),
  ],
)

/** The state of each check since its last run. `unknown` means that it could not be run. */
export const checkStates = pgTable(
  'check_states',
  {
    key: text().primaryKey(),
    state: checkState().notNull(),
    since: instant().notNull(),
    /** Failures in a row, also those that are tolerated. */
    blips: integer().notNull().default(0),
    lastRunAt: instant().notNull(),
    lastPassAt: instant(),
    /** When the check passed again after a failure that was announced: from then on no failure is tolerated. */
    mendedAt: instant(),
    /** When the present failure was announced; null if it was not. */
    announcedAt: instant(),
    mutedUntil: instant(),
    mutedBy: text(),
    muteReason: text(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check('check_state_known', sql`${t.state} in ('pass', 'warn', 'fail', 'unknown')`),
    check('check_mute_whole', sql`(${t.mutedUntil} is null) = (${t.muteReason} is null)`),
  ],
)

/** Emergency actions and drills: what was done, to how many, and by whom. */
export const emergencyActions = pgTable(
  'emergency_actions',
  {
    id: id(),
    kind: text().notNull(),
    /** What the action was limited to, such as `{"sessions": "admins"}`. */
    scope: jsonb().notNull(),
    isDrill: boolean().notNull().default(false),
    /** A person's id or `cli`. */
    actor: text().notNull(),
    startedAt: createdAt(),
    /** Null: it was interrupted. */
    finishedAt: instant(),
    /** How much it changed, or would have changed in a drill, by name. */
    counts: jsonb().$type<Record<string, number>>(),
  },
  (t) => [index('emergency_actions_recent').on(t.startedAt.desc(), t.id.desc())],
)
