import { sql } from 'drizzle-orm'
import {
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
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'
import { eventConfig } from './events.ts'
import { vendorLibrary } from './libraries.ts'
import { outbox } from './security.ts'

const vendorId = () =>
  uuid()
    .notNull()
    .references(() => vendorLibrary.id, { onDelete: 'cascade' })

/**
 * A person at a vendor who can open the vendor portal. It is no account: a contact reads and changes the rows of one vendor and
 * nothing else. A person who works for two vendors is two contacts. (decision 0057)
 */
export const vendorContacts = pgTable(
  'vendor_contacts',
  {
    id: id(),
    vendorId: vendorId(),
    name: text().notNull(),
    email: text().notNull(),
    /** The address in the one spelling we compare by. */
    emailKey: text().notNull(),
    /** `invited` has not opened the portal yet; `revoked` cannot open it any more. */
    state: text({ enum: ['invited', 'active', 'revoked'] })
      .notNull()
      .default('invited'),
    /** A person's id. */
    invitedBy: text().notNull(),
    acceptedAt: instant(),
    lastSeenAt: instant(),
    revokedAt: instant(),
    /** A person's id, or `contact:{id}` of a colleague. */
    revokedBy: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('vendor_contacts_once').on(t.vendorId, t.emailKey),
    index('vendor_contacts_address').on(t.emailKey),
    index('vendor_contacts_recent').on(t.createdAt.desc(), t.id.desc()),
    index('vendor_contacts_state').on(t.state, t.createdAt.desc(), t.id.desc()),
    searchIndex('vendor_contacts_search', [t.name, t.email]),
    check('vendor_contact_person_length', sql`char_length(${t.name}) between 1 and 100`),
    check('vendor_contact_state_known', sql`${t.state} in ('invited', 'active', 'revoked')`),
    check('vendor_contact_revoked_when', sql`(${t.state} = 'revoked') = (${t.revokedAt} is not null)`),
  ],
)

/**
 * An invitation that was mailed to a contact. Its link is in `link_tokens`; a new invitation ends the link of the one before.
 * What has become of it follows from its times and from its message.
 */
export const vendorInvites = pgTable(
  'vendor_invites',
  {
    id: id(),
    contactId: uuid()
      .notNull()
      .references(() => vendorContacts.id, { onDelete: 'cascade' }),
    /** The message in the outbox; null once it was deleted there. */
    outboxId: uuid().references(() => outbox.id, { onDelete: 'set null' }),
    /** When its page was first shown to somebody, which proves nothing: programs open links too. */
    openedAt: instant(),
    acceptedAt: instant(),
    expiresAt: instant().notNull(),
    /** When it was ended by an administrator or by a newer invitation. */
    endedAt: instant(),
    sentBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('vendor_invites_contact').on(t.contactId, t.createdAt.desc()),
    index('vendor_invites_outbox').on(t.outboxId).where(sql`${t.outboxId} is not null`),
  ],
)

/** `id` is the SHA-256 of the cookie's value in hex; the value itself is never stored. */
export const vendorSessions = pgTable(
  'vendor_sessions',
  {
    id: text().primaryKey(),
    contactId: uuid()
      .notNull()
      .references(() => vendorContacts.id, { onDelete: 'cascade' }),
    /** Idle limit; slides. */
    expiresAt: instant().notNull(),
    /** The absolute limit counts from here. */
    startedAt: instant().notNull(),
  },
  (t) => [index('vendor_sessions_contact').on(t.contactId), index('vendor_sessions_expiry').on(t.expiresAt)],
)

/** Changes of its own library entry that a vendor proposes. At most one of a vendor is open. */
export const vendorProposals = pgTable(
  'vendor_proposals',
  {
    id: id(),
    vendorId: vendorId(),
    /** Null once the contact was deleted. */
    contactId: uuid().references(() => vendorContacts.id, { onDelete: 'set null' }),
    /** The version of the entry that it was made from, and the values it had. */
    baseVersion: integer().notNull(),
    base: jsonb().$type<Record<string, string | null>>().notNull(),
    /** The proposed values of the fields that differ. */
    fields: jsonb().$type<Record<string, string | null>>().notNull(),
    /** `decided` has a decision for every field; `withdrawn` was taken back by the vendor. */
    state: text({ enum: ['open', 'decided', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** What was decided about each field; empty while it is open. */
    decisions: jsonb().$type<Record<string, 'accepted' | 'returned'>>().notNull().default({}),
    /** Why something was returned. */
    note: text(),
    decidedBy: text(),
    decidedAt: instant(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('vendor_proposals_one_open').on(t.vendorId).where(sql`${t.state} = 'open'`),
    index('vendor_proposals_state').on(t.state, t.createdAt.desc(), t.id.desc()),
    index('vendor_proposals_vendor').on(t.vendorId, t.createdAt.desc()),
    check('vendor_proposal_state_known', sql`${t.state} in ('open', 'decided', 'withdrawn')`),
    check('vendor_proposal_note_length', sql`char_length(${t.note}) <= 1000`),
    check('vendor_proposal_decided_when', sql`(${t.state} = 'decided') = (${t.decidedAt} is not null)`),
  ],
)

/** A reminder that an administrator sent by hand to a vendor or to a person of an event. The next one waits for 48 hours. */
export const nudges = pgTable(
  'nudges',
  {
    id: id(),
    /** `vendor:{id}` or `logistics:{id}`. */
    subject: text().notNull(),
    eventId: uuid().notNull(),
    outboxId: uuid().references(() => outbox.id, { onDelete: 'set null' }),
    sentBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('nudges_subject').on(t.subject, t.eventId, t.createdAt.desc())],
)

/**
 * How often a vendor's logo was shown and pressed on a day, and in how many visits the register button was pressed after it. Made from the
 * rows of visits, like the other rollups; what was there before those were kept was counted as it happened.
 */
export const vendorHitDays = pgTable(
  'vendor_hit_days',
  {
    /** On the clock of the statistics. */
    day: date({ mode: 'string' }).notNull(),
    /** No foreign key, so that a vendor still sees the figures of an event that is gone. */
    eventId: uuid().notNull(),
    vendorId: vendorId(),
    shown: integer().notNull().default(0),
    clicked: integer().notNull().default(0),
    registered: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.eventId, t.vendorId] }),
    index('vendor_hit_days_vendor').on(t.vendorId, t.eventId),
  ],
)

/** Whom people of an event turn to, instead of the contact in the settings. Empty fields say nothing. `id` is that of the event. */
export const eventContacts = pgTable(
  'event_contacts',
  {
    id: uuid()
      .primaryKey()
      .references(() => eventConfig.id, { onDelete: 'cascade' }),
    name: text(),
    email: text(),
    phone: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('event_contact_name_length', sql`char_length(${t.name}) <= 100`),
    check('event_contact_email_length', sql`char_length(${t.email}) <= 254`),
    check('event_contact_phone_length', sql`char_length(${t.phone}) <= 40`),
  ],
)
