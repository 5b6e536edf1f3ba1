import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { outbox } from './security.ts'

/** A rule that says which mail goes to whom and when. Its text and times are in its versions. (decision 0054) */
export const mailRules = pgTable(
  'mail_rules',
  {
    id: id(),
    /** What the starter set calls it; null for a rule that somebody made. */
    key: text().unique(),
    title: text().notNull(),
    state: text({ enum: ['draft', 'on', 'paused'] })
      .notNull()
      .default('draft'),
    /** The number of the version that holds. */
    currentVersion: integer().notNull().default(1),
    /** When it was last turned on. What was due before then is not made up for. Null while it is a draft. */
    onSince: instant(),
    /** A deleted rule keeps its row, because mails it sent refer to it. */
    deletedAt: instant(),
    /** Counts changes, so that two editors do not overwrite each other unseen. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('mail_rule_title_length', sql`char_length(${t.title}) between 1 and 100`),
    check('mail_rule_state_known', sql`${t.state} in ('draft', 'on', 'paused')`),
  ],
)

/** The definition of a rule as it was saved. Versions are only ever added: a mail keeps the one it came from. */
export const mailRuleVersions = pgTable(
  'mail_rule_versions',
  {
    id: id(),
    ruleId: uuid()
      .notNull()
      .references(() => mailRules.id),
    /** 1, 2, 3, … */
    number: integer().notNull(),
    /** `mailRuleDefinition` of the contract. */
    definition: jsonb().notNull(),
    /** A person's id, or `cli`. */
    madeBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('mail_rule_versions_once').on(t.ruleId, t.number)],
)

/**
 * What one event does differently from a rule. Without a row the event follows the rule. The event has no foreign key, so that
 * a restored event finds its own again.
 */
export const eventMailRules = pgTable(
  'event_mail_rules',
  {
    eventId: uuid().notNull(),
    ruleId: uuid()
      .notNull()
      .references(() => mailRules.id),
    /** The fields of the definition that differ, with their values here. */
    overrides: jsonb().notNull().default({}),
    isSkipped: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.ruleId] })],
)

/**
 * One mail that a rule wants for one person, or the stored reason why that person gets none. The event has no foreign key, so
 * that a restored event still knows what it sent.
 */
export const plannedMails = pgTable(
  'planned_mails',
  {
    id: id(),
    ruleId: uuid()
      .notNull()
      .references(() => mailRules.id),
    versionId: uuid()
      .notNull()
      .references(() => mailRuleVersions.id),
    /** Null for a rule about an account or an order rather than about an event. */
    eventId: uuid(),
    /** Who it is, by where they come from: `team:{id}`, `vendor:{id}`, `user:{id}`, `reporter:{email key}`, `order:{id}`. */
    subjectId: text().notNull(),
    /** What the occurrence is about beside its day: the id of a task or of an order; empty otherwise. */
    itemId: text().notNull().default(''),
    recipient: text().notNull(),
    /** The address in the one spelling we compare by: one person gets one mail, whatever makes them a recipient. */
    recipientKey: text().notNull(),
    /** Theirs; the number of the order for a mail about one. */
    name: text(),
    /** The local date of the anchor. */
    occurrence: date({ mode: 'string' }).notNull(),
    /** The zone that dates and times are meant in. */
    zone: text().notNull(),
    anchorAt: instant().notNull(),
    /** Not sent before. */
    dueAt: instant().notNull(),
    /** Not sent from then on. */
    lateAt: instant().notNull(),
    state: text({ enum: ['planned', 'held', 'sent', 'skipped', 'missed', 'cancelled'] })
      .notNull()
      .default('planned'),
    /** Why it is not simply planned or sent, as a sentence. */
    reason: text(),
    /** What the event had differently from the version when it was sent. */
    overrides: jsonb().notNull().default({}),
    /** What the recipient has last learned of the event from us: day, times, place and status. Null until it is sent. */
    knownFacts: jsonb(),
    /** The message in the outbox; null until it is sent, and again once the message was deleted there. */
    outboxId: uuid().references(() => outbox.id, { onDelete: 'set null' }),
    /** When it was handed to the outbox. */
    sentAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('planned_mails_once').on(t.ruleId, t.eventId, t.recipientKey, t.occurrence, t.itemId).nullsNotDistinct(),
    index('planned_mails_event').on(t.eventId, t.dueAt),
    // With what the list of rules counts, so that the index alone is read for it.
    index('planned_mails_due').on(t.dueAt, t.ruleId, t.state).where(sql`${t.state} in ('planned', 'held')`),
    index('planned_mails_informed')
      .on(t.eventId, t.recipientKey, t.sentAt.desc())
      .where(sql`${t.state} = 'sent' and ${t.knownFacts} is not null`),
    index('planned_mails_recipient').on(t.recipientKey, t.dueAt.desc()),
    index('planned_mails_outbox').on(t.outboxId).where(sql`${t.outboxId} is not null`),
    check('planned_mail_state_known', sql`${t.state} in ('planned', 'held', 'sent', 'skipped', 'missed', 'cancelled')`),
    check('planned_mail_reason', sql`${t.state} in ('planned', 'sent') or ${t.reason} is not null`),
    check('planned_mail_sent_when', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
    check('planned_mail_not_late_before_due', sql`${t.lateAt} >= ${t.dueAt}`),
  ],
)

/** What the planner last decided of a rule for one event as a whole, also where nobody gets anything. */
export const mailRuleVerdicts = pgTable(
  'mail_rule_verdicts',
  {
    eventId: uuid().notNull(),
    ruleId: uuid()
      .notNull()
      .references(() => mailRules.id),
    isWanted: boolean().notNull(),
    /** Why, as a sentence. */
    reason: text().notNull(),
    /** When its mails are due; null where no time follows. */
    dueAt: instant(),
    /** People in the audience. */
    people: integer().notNull().default(0),
    decidedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.ruleId] })],
)

/** What an editor decided about telling recipients that an event has changed since their mail. */
export const mailCorrections = pgTable(
  'mail_corrections',
  {
    id: id(),
    eventId: uuid().notNull(),
    /** The day, times, place and status that it was about. */
    facts: jsonb().notNull(),
    decision: text({ enum: ['sent', 'declined'] }).notNull(),
    note: text(),
    people: integer().notNull(),
    /** A person's id. */
    decidedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('mail_corrections_event').on(t.eventId, t.createdAt.desc()),
    check('mail_correction_note_length', sql`char_length(${t.note}) <= 1000`),
  ],
)

/**
 * Events whose mails have to be planned again. The database itself writes a mark, in the transaction of each write that moves an
 * anchor or changes an audience, whichever code writes. Marks are only added, so they make no write wait for another.
 */
export const mailPlanMarks = pgTable(
  'mail_plan_marks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** An event's id, `accounts`, `orders` or `everything`. */
    scope: text().notNull(),
    markedAt: instant().notNull().defaultNow(),
  },
  (t) => [index('mail_plan_marks_scope').on(t.scope)],
)

/** Each run of the planner takes a number, so that the next one knows whether another process has planned since. */
export const mailPlanTurns = pgSequence('mail_plan_turns')
