import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, time, unique, uuid } from 'drizzle-orm/pg-core'
import { sealedJson } from '../sealed.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { eventConfig } from './events.ts'
import { teamLibrary } from './libraries.ts'
import { vendorContacts } from './partners.ts'

const eventId = () =>
  uuid()
    .notNull()
    .references(() => eventConfig.id, { onDelete: 'cascade' })

const personId = () =>
  uuid()
    .notNull()
    .references(() => logisticsPeople.id, { onDelete: 'cascade' })

/**
 * A person who takes part in the work of an event and says what the organisers need to know. Everything about them goes with the
 * event when it is deleted. (decision 0058)
 */
export const logisticsPeople = pgTable(
  'logistics_people',
  {
    id: id(),
    eventId: eventId(),
    role: text({ enum: ['instructor', 'speaker', 'host', 'vendor'] }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** Where the person came from; null for one who was typed in, or whose entry was deleted. */
    teamLibraryId: uuid().references(() => teamLibrary.id, { onDelete: 'set null' }),
    vendorContactId: uuid().references(() => vendorContacts.id, { onDelete: 'set null' }),
    /** `new` was not written to yet. What follows `submitted` is a change, not a state. */
    state: text({ enum: ['new', 'sent', 'opened', 'started', 'submitted'] })
      .notNull()
      .default('new'),
    submittedAt: instant(),
    lastOpenedAt: instant(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('logistics_people_once').on(t.eventId, t.emailKey),
    index('logistics_people_order').on(t.eventId, t.role, sql`lower(${t.name})`, t.id),
    index('logistics_people_address').on(t.emailKey),
    index('logistics_people_team').on(t.teamLibraryId),
    index('logistics_people_contact').on(t.vendorContactId),
    check('logistics_person_name_length', sql`char_length(${t.name}) between 1 and 100`),
    check('logistics_person_role_known', sql`${t.role} in ('instructor', 'speaker', 'host', 'vendor')`),
    check('logistics_person_state_known', sql`${t.state} in ('new', 'sent', 'opened', 'started', 'submitted')`),
  ],
)

/**
 * The answers of a person in one section. They are sealed, so that no dump and no backup shows them, and deleted some days after
 * the event's end: the day is computed from the event whenever it is asked for, and never stored. (decision 0058)
 */
export const logisticsAnswers = pgTable(
  'logistics_answers',
  {
    personId: personId(),
    sectionKey: text().notNull(),
    /** The fields that have a value. */
    value: sealedJson('logistics_answers.value').notNull(),
    version: integer().notNull().default(1),
    /** `self`, or the id of the administrator who entered it. */
    answeredBy: text().notNull(),
    source: text({ enum: ['web', 'phone', 'mail'] })
      .notNull()
      .default('web'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.sectionKey] }),
    check('logistics_answer_source_known', sql`${t.source} in ('web', 'phone', 'mail')`),
  ],
)

/** Who changed which field of a section, and when. It has no values. */
export const logisticsChanges = pgTable(
  'logistics_changes',
  {
    id: id(),
    personId: personId(),
    sectionKey: text().notNull(),
    field: text().notNull(),
    /** `self`, or a person's id. */
    changedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('logistics_changes_person').on(t.personId, t.createdAt.desc())],
)

/** A change that a person asks for after a section was frozen. It is sealed and deleted like the answers. */
export const logisticsRequests = pgTable(
  'logistics_requests',
  {
    id: id(),
    personId: personId(),
    sectionKey: text().notNull(),
    /** The version of the answers that it was made from. */
    baseVersion: integer().notNull(),
    value: sealedJson('logistics_requests.value').notNull(),
    state: text({ enum: ['open', 'accepted', 'declined'] })
      .notNull()
      .default('open'),
    note: text(),
    decidedBy: text(),
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('logistics_requests_person').on(t.personId, t.createdAt.desc()),
    index('logistics_requests_open').on(t.createdAt).where(sql`${t.state} = 'open'`),
    check('logistics_request_state_known', sql`${t.state} in ('open', 'accepted', 'declined')`),
    check('logistics_request_note_length', sql`char_length(${t.note}) <= 1000`),
  ],
)

/** Something that is shipped to the venue. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    eventId: eventId(),
    /** Who sends it; null for one of the organisers' own. */
    personId: uuid().references(() => logisticsPeople.id, { onDelete: 'set null' }),
    title: text().notNull(),
    carrier: text(),
    tracking: text(),
    pieces: integer().notNull().default(1),
    /** Both on the clock of the event. */
    expectedOn: date({ mode: 'string' }),
    expectedAt: time(),
    receivedAt: instant(),
    receivedBy: text(),
    /** Where it is kept at the venue. */
    storage: text(),
    /** Who added it: an organizer, or the person themselves on their logistics page. */
    enteredBy: text({ enum: ['organizer', 'person'] })
      .notNull()
      .default('organizer'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('deliveries_event').on(t.eventId, t.expectedOn),
    index('deliveries_person').on(t.personId),
    check('delivery_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('delivery_carrier_length', sql`char_length(${t.carrier}) <= 100`),
    check('delivery_tracking_length', sql`char_length(${t.tracking}) <= 100`),
    check('delivery_storage_length', sql`char_length(${t.storage}) <= 200`),
    check('delivery_pieces_bounds', sql`${t.pieces} between 1 and 999`),
    check('delivery_entered_by_known', sql`${t.enteredBy} in ('organizer', 'person')`),
  ],
)

/** A line of the run sheet that comes from nowhere else. The agenda, arrivals and deliveries are read where they are kept. */
export const runItems = pgTable(
  'run_items',
  {
    id: id(),
    eventId: eventId(),
    /** Days from the event's day: -1 is the day before. */
    days: integer().notNull().default(0),
    /** On the clock of the event. */
    startsAt: time().notNull(),
    minutes: integer().notNull().default(30),
    title: text().notNull(),
    kind: text({ enum: ['setup', 'teardown', 'other'] }).notNull(),
    /** Whose work it is, in words. */
    owner: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('run_items_event').on(t.eventId, t.days, t.startsAt),
    check('run_item_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('run_item_owner_length', sql`char_length(${t.owner}) <= 100`),
    check('run_item_kind_known', sql`${t.kind} in ('setup', 'teardown', 'other')`),
    check('run_item_days_bounds', sql`${t.days} between -7 and 7`),
    check('run_item_minutes_bounds', sql`${t.minutes} between 0 and 1440`),
  ],
)

/** The revision of each event's run sheet: it rises when a sheet that is read differs from the one that was read before. */
export const runSheets = pgTable('run_sheets', {
  eventId: eventId().primaryKey(),
  revision: integer().notNull().default(1),
  /** SHA-256 in hex of what the sheet says. */
  contentHash: text().notNull(),
  /** The lines of the newest revision: where each comes from, what it says as a hash, and what can be said of it without personal data. */
  lines: jsonb().$type<{ key: string; hash: string; words: string }[]>().notNull().default([]),
  /** What each recent revision changed, newest first, as sentences without personal data. */
  changes: jsonb().$type<{ revision: number; at: number; lines: string[] }[]>().notNull().default([]),
  updatedAt: updatedAt(),
})

/**
 * A private address from which a calendar program loads events. What it shows follows the role that its owner has when it is
 * loaded. (decision 0059)
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in hex; the token itself is never stored. */
    tokenHash: text().notNull().unique(),
    /** `all` includes drafts. */
    scope: text({ enum: ['published', 'all'] }).notNull(),
    lastFetchedAt: instant(),
    /** The program that loaded it last, shortened. */
    lastProgram: text(),
    endedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('calendar_feeds_user').on(t.userId, t.createdAt.desc()),
    check('calendar_feed_scope_known', sql`${t.scope} in ('published', 'all')`),
    check('calendar_feed_program_length', sql`char_length(${t.lastProgram}) <= 100`),
  ],
)
