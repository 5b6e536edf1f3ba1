import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sealedText } from '../sealed.ts'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'

/** Who can sign in. `email_key` is the address in the one spelling we compare by. */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    emailKey: text().notNull().unique(),
    /** Argon2id; null for people who sign in with Google or a passkey only. */
    passwordHash: text(),
    emailConfirmedAt: instant(),
    /** Consecutive failures since the last success, over all addresses. (security RL2) */
    failedSignIns: integer().notNull().default(0),
    lockedUntil: instant(),
    /** Consecutive wrong codes over all factors. (security AN7) */
    failedCodes: integer().notNull().default(0),
    codesLockedUntil: instant(),
    /** Set in an emergency: from then on the stored password opens nothing until it is replaced. */
    passwordExpiredAt: instant(),
    /** Set in an emergency: factors that were added before then prove nothing. */
    factorsExpiredAt: instant(),
    /** Deleting keeps the row without a person in it, so that what others answered to stays in place. */
    deletedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('users_created').on(t.createdAt.desc(), t.id.desc()),
    searchIndex('users_search', [t.email]),
    // Few among many: without the index every row would be read.
    index('users_unconfirmed')
      .on(t.createdAt.desc(), t.id.desc())
      .where(sql`${t.emailConfirmedAt} is null and ${t.deletedAt} is null`),
    index('users_locked').on(t.id).where(sql`${t.lockedUntil} is not null or ${t.codesLockedUntil} is not null`),
    index('users_deleted').on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is not null`),
  ],
)

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The person others see. `username_key` is the skeleton that look-alikes share. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: text().notNull(),
    usernameKey: text().notNull().unique(),
    fullName: text(),
    approval: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    approvalReason: text(),
    approvalDecidedAt: instant(),
    approvalDecidedBy: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('username_length', sql`char_length(${t.username}) between 3 and 30`),
    check('full_name_length', sql`char_length(${t.fullName}) <= 100`),
    check('approval_known', sql`${t.approval} in ('pending', 'approved', 'rejected')`),
    index('profiles_approval').on(t.approval, t.createdAt),
    index('profiles_beginning').on(sql`lower(${t.username}) collate "C"`),
    searchIndex('profiles_search', [t.username, t.fullName]),
  ],
)

/**
 * The name last asked for in a registration, kept from everybody else until it expires: for an account that is not confirmed
 * as for an address that is known already, so that trying the name elsewhere does not tell which of them it was. (security P-28)
 */
export const usernameHolds = pgTable(
  'username_holds',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    usernameKey: text().notNull().unique(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('username_holds_expiry').on(t.expiresAt)],
)

export const userRoles = pgTable(
  'user_roles',
  {
    userId: userId(),
    role: text({ enum: ['owner', 'admin', 'moderator'] }).notNull(),
    grantedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.role] }),
    check('role_known', sql`${t.role} in ('owner', 'admin', 'moderator')`),
  ],
)

/** `id` is the SHA-256 of the cookie value in hex; the value itself is never stored. (security SE2) */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: userId(),
    /** Idle limit; slides. */
    expiresAt: instant().notNull(),
    /** Absolute limit counts from here; survives renewal of the id. */
    startedAt: instant().notNull(),
    /** When a password, passkey or second factor was last shown: dangerous actions ask for a fresh one. */
    authenticatedAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    aal: integer().notNull().default(1),
    /** Such as `Firefox on Windows`. Never the whole user agent. */
    device: text().notNull().default('Unknown device'),
    /** Public handle for the page of one's sessions. */
    handle: uuid().notNull().defaultRandom().unique(),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    check('session_aal', sql`${t.aal} in (1, 2)`),
  ],
)

/** Browsers that were used to sign in. `id` is the SHA-256 of the cookie value in hex. It does not open a session. */
export const knownDevices = pgTable(
  'known_devices',
  { id: text().primaryKey(), userId: userId(), signedInAt: instant().notNull() },
  (t) => [index('known_devices_user').on(t.userId, t.signedInAt.desc()), index('known_devices_age').on(t.signedInAt)],
)

/** A password or Google was right and a second factor is still owed. Not a session. (security SE9) */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: text().primaryKey(),
    userId: userId(),
    method: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('pending_sign_ins_expiry').on(t.expiresAt)],
)

/** An account at another provider, known by its `sub` alone. (security AN10) */
export const oauthAccounts = pgTable(
  'oauth_accounts',
  { provider: text().notNull(), subject: text().notNull(), userId: userId(), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index('oauth_accounts_user').on(t.userId)],
)

/** Links in mail. `hash` is SHA-256 of 32 random bytes; purpose-bound; used once. (security TL1-TL5) */
export const linkTokens = pgTable(
  'link_tokens',
  {
    hash: text().primaryKey(),
    purpose: text().notNull(),
    /** What the link is about: a user's id, a report's id. */
    subjectId: text().notNull(),
    payload: jsonb(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('link_tokens_subject').on(t.purpose, t.subjectId), index('link_tokens_expiry').on(t.expiresAt)],
)

export const authFactors = pgTable(
  'auth_factors',
  {
    id: id(),
    userId: userId(),
    factorType: text({ enum: ['phone', 'totp', 'webauthn'] }).notNull(),
    status: text({ enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    friendlyName: text().notNull(),
    phone: text(),
    /** TOTP: the shared secret, Base32; sealed. (decision 0049) */
    secret: sealedText('auth_factors.secret'),
    /** TOTP: the last time step accepted; each is accepted once. (security AN7) */
    lastUsedStep: bigint({ mode: 'number' }),
    credentialId: text(),
    publicKey: text(),
    signCount: bigint({ mode: 'number' }),
    transports: jsonb().$type<string[]>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('auth_factors_user').on(t.userId, t.status),
    uniqueIndex('auth_factors_credential').on(t.credentialId),
    check('factor_type_known', sql`${t.factorType} in ('phone', 'totp', 'webauthn')`),
    check('factor_name_length', sql`char_length(${t.friendlyName}) between 1 and 100`),
  ],
)

/** One question a factor must answer. `user_id` is null while a passkey signs in by itself. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: id(),
    factorId: uuid().references(() => authFactors.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** WebAuthn: the challenge; phone: SHA-256 of the code. */
    secret: text(),
    attempts: integer().notNull().default(0),
    usedAt: instant(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('factor_challenges_expiry').on(t.expiresAt)],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), codeHash: text().notNull(), usedAt: instant(), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)
