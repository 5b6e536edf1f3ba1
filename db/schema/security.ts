import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { sealedJson } from '../sealed.ts'
import { createdAt, id, instant } from './columns.ts'

/** One counter per key and window. (security RL4) */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** Attempts that are being judged: only those that fail are counted. */
    held: integer().notNull().default(0),
    windowEndsAt: instant().notNull(),
  },
  (t) => [index('rate_limits_end').on(t.windowEndsAt)],
)

/** Banned addresses and accounts, with the reason and the end of the ban. */
export const bans = pgTable(
  'bans',
  {
    id: id(),
    subjectType: text({ enum: ['address', 'user'] }).notNull(),
    subject: text().notNull(),
    reason: text().notNull(),
    /** A person's id, or `limits`. */
    actor: text().notNull(),
    createdAt: createdAt(),
    /** Null: until lifted. */
    expiresAt: instant(),
    liftedAt: instant(),
  },
  (t) => [
    index('bans_subject').on(t.subjectType, t.subject, t.createdAt.desc()),
    index('bans_recent').on(t.subjectType, t.createdAt.desc(), t.id.desc()),
  ],
)

/** Attempts to register, sign in or reset a password. Written by the server; kept for 90 days. */
export const authAttempts = pgTable(
  'auth_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    address: text().notNull(),
    attemptType: text().notNull(),
    /** SHA-256 of the normalized address, so that a dump does not reveal addresses without an account. */
    emailHash: text(),
    userId: text(),
    isSuccess: boolean().notNull(),
    reason: text(),
    device: text(),
  },
  (t) => [
    index('auth_attempts_at').on(t.at.desc()),
    index('auth_attempts_address').on(t.address, t.at.desc()),
    index('auth_attempts_user').on(t.userId, t.at.desc()),
  ],
)

/** Mail and SMS, written with the change they tell of and delivered later. (security OB1-OB7) */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    channel: text({ enum: ['mail', 'sms'] }).notNull(),
    recipient: text().notNull(),
    subject: text(),
    textBody: text().notNull(),
    htmlBody: text(),
    /** The template's name, for the diagnostics page. */
    template: text().notNull(),
    /** Where one click ends mails of this kind, for the mail's headers. (RFC 8058) */
    unsubscribeUrl: text(),
    /** `skipped`: not sent, because its recipient gets no such mail. */
    state: text({ enum: ['queued', 'sent', 'dead', 'skipped'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull().defaultNow(),
    leasedUntil: instant(),
    leasedBy: text(),
    lastError: text(),
    /** Why it was skipped, as a sentence. */
    skippedBecause: text(),
    /** What the mail server called the message when it accepted it. */
    providerMessageId: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (t) => [
    index('outbox_due').on(t.state, t.nextAttemptAt),
    index('outbox_recipient').on(t.recipient, t.createdAt.desc()),
    /** Finds messages by the beginning of their recipient, in any spelling. */
    index('outbox_search').on(sql`lower(${t.recipient}) text_pattern_ops`),
    index('outbox_provider_message').on(t.providerMessageId).where(sql`${t.providerMessageId} is not null`),
    check('outbox_channel_known', sql`${t.channel} in ('mail', 'sms')`),
    check('outbox_state_known', sql`${t.state} in ('queued', 'sent', 'dead', 'skipped')`),
  ],
)

/** Keys that sign access tokens. The newest active one signs; all that are not retired verify. (security SE7) */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  /** Sealed. (decision 0049) */
  privateJwk: sealedJson('signing_keys.private_jwk').notNull(),
  publicJwk: jsonb().notNull(),
  createdAt: createdAt(),
  /** Signs until then, verifies a while longer. */
  retiresAt: instant(),
})
