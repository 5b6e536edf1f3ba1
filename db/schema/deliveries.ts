import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { outbox } from './security.ts'

/** Addresses that get no mail, or no mail of one kind. */
export const suppressions = pgTable(
  'suppressions',
  {
    id: id(),
    /** SHA-256 of the address in the one spelling we compare by. */
    emailHash: text().notNull(),
    /** `a…@plant.example`. */
    masked: text().notNull(),
    /** `hard`: the mailbox does not exist; `complaint`: reported as spam; `manual`: by an administrator; `kind`: unsubscribed. */
    reason: text({ enum: ['hard', 'complaint', 'manual', 'kind'] }).notNull(),
    /** For `kind`: which mails; empty otherwise. */
    kind: text().notNull().default(''),
    /** Who or what caused it: a provider, a person's id, or `link` for the link in a mail. */
    source: text().notNull(),
    note: text(),
    createdAt: createdAt(),
    releasedAt: instant(),
    releasedBy: text(),
  },
  (t) => [
    uniqueIndex('suppressions_active').on(t.emailHash, t.reason, t.kind).where(sql`${t.releasedAt} is null`),
    index('suppressions_recent').on(t.createdAt.desc(), t.id.desc()),
    check('suppression_reason_known', sql`${t.reason} in ('hard', 'complaint', 'manual', 'kind')`),
    check('suppression_kind_named', sql`(${t.reason} = 'kind') = (${t.kind} <> '')`),
    check('suppression_note_length', sql`char_length(${t.note}) <= 500`),
  ],
)

/** What a mail provider reported about a message that we sent. */
export const deliveryNotes = pgTable(
  'delivery_notes',
  {
    id: id(),
    outboxId: uuid().references(() => outbox.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['ses', 'sendgrid', 'postmark', 'mailgun', 'resend'] }).notNull(),
    /** The provider's id of this report: a report that comes again is the same. */
    providerEventId: text().notNull(),
    type: text({ enum: ['delivered', 'bounce_hard', 'bounce_soft', 'complaint', 'deferred'] }).notNull(),
    /** The enhanced status code, such as `5.1.1`. */
    code: text(),
    text: text(),
    /** When it happened, according to the provider. */
    at: instant().notNull(),
    receivedAt: createdAt(),
  },
  (t) => [
    unique('delivery_notes_once').on(t.provider, t.providerEventId),
    index('delivery_notes_outbox').on(t.outboxId, t.at),
    index('delivery_notes_returned').on(t.at).where(sql`${t.type} in ('bounce_hard', 'complaint')`),
    check(
      'delivery_note_type_known',
      sql`${t.type} in ('delivered', 'bounce_hard', 'bounce_soft', 'complaint', 'deferred')`,
    ),
    check('delivery_note_text_length', sql`char_length(${t.text}) <= 500`),
  ],
)

/** The DNS records of the sending domain at one time. A row is added when they differ from the row before. */
export const dnsSnapshots = pgTable(
  'dns_snapshots',
  {
    id: id(),
    domain: text().notNull(),
    at: createdAt(),
    /** The records that deliveries depend on, by name and type. */
    records: jsonb().notNull(),
    /** A person's id once somebody has said that the change is meant; null until then. */
    acceptedBy: text(),
  },
  (t) => [index('dns_snapshots_recent').on(t.domain, t.at.desc())],
)

/** A marked mail whose raw source is judged as a receiver would. */
export const mailRoundTrips = pgTable(
  'mail_round_trips',
  {
    id: id(),
    /** In the mail's subject and in a header of its own. */
    token: text().notNull().unique(),
    outboxId: uuid().references(() => outbox.id, { onDelete: 'set null' }),
    /** A person's id. */
    askedBy: text().notNull(),
    createdAt: createdAt(),
    receivedAt: instant(),
    /** The mail as it was received, until it is judged. */
    source: text(),
    /** The verdicts; null until it is judged. */
    results: jsonb(),
  },
  (t) => [index('mail_round_trips_recent').on(t.createdAt.desc())],
)

/** Warnings about mail that are sent once when they begin. */
export const mailAlerts = pgTable('mail_alerts', {
  /** `queue-age`, `failures`, or a check of the sending domain such as `dns:spf`. */
  key: text().primaryKey(),
  sentence: text().notNull(),
  since: instant().notNull(),
  /** When owners were notified; null while that is still to do. */
  notifiedAt: instant(),
})
