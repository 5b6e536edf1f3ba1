import { and, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  factorChallenges,
  knownDevices,
  linkTokens,
  pendingSignIns,
  sessions,
  userRoles,
  users,
} from '#db/schema/accounts.ts'
import { vendorSessions } from '#db/schema/partners.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { hasLiveFactor } from '../factors/list-factors.ts'
import { enqueueToAll } from '../outbox/enqueue.ts'
import type { Letter } from '../outbox/letter.ts'
import { factorsExpired, passwordExpired } from '../outbox/templates/emergency-letters.ts'
import type { EmergencyContext, EmergencyPart, Target } from './emergency-action.ts'

// Drizzle leaves a table's name off its columns in a query of one table, so inside a subquery they are spelled out.
const isStaff = sql<boolean>`exists(select 1 from ${userRoles} r where r.user_id = ${users}.id)`
const isOwner = sql<boolean>`exists(select 1 from ${userRoles} r where r.user_id = ${users}.id and r.role = 'owner')`

/** Of a row of `users`: the person is meant. */
function isMeant(target: Target): SQL | undefined {
  const isThem = target === 'everyone' ? undefined : target === 'staff' ? isStaff : eq(users.id, target.id)
  return and(isNull(users.deletedAt), isThem)
}

/** The same without the person who acts, who must not be locked out by their own action. */
function isOther(target: Target, { actor }: EmergencyContext): SQL | undefined {
  return and(isMeant(target), isUuid(actor.id) ? ne(users.id, actor.id) : undefined)
}

type Owned = typeof sessions | typeof pendingSignIns | typeof knownDevices | typeof factorChallenges

/** Of a row that belongs to a person: to one of these. Deleted people have none. */
function belongsTo(tx: Db, table: Owned, people: SQL | undefined): SQL {
  return inArray(table.userId, tx.select({ id: users.id }).from(users).where(people))
}

function isEnded(tx: Db, people: SQL | undefined, { keepSessionId, now }: EmergencyContext): SQL | undefined {
  const isKept = keepSessionId === null ? undefined : ne(sessions.id, keepSessionId)
  return and(belongsTo(tx, sessions, people), isKept, sql`${sessions.expiresAt} > ${new Date(now).toISOString()}`)
}

async function countSessions(db: Db, people: SQL | undefined, context: EmergencyContext) {
  const isTheirs = isEnded(db, people, context)
  const ofOwners = belongsTo(db, sessions, isOwner)
  return {
    sessions: await db.$count(sessions, isTheirs),
    ownerSessions: await db.$count(sessions, and(isTheirs, ofOwners)),
  }
}

/** Ends sessions and sign-ins that wait. A sign-in that is being written waits for this transaction and counts as later. */
async function endSessions(tx: Db, people: SQL | undefined, { keepSessionId }: EmergencyContext): Promise<void> {
  const isKept = keepSessionId === null ? undefined : ne(sessions.id, keepSessionId)
  await tx.delete(sessions).where(and(belongsTo(tx, sessions, people), isKept))
  await tx.delete(pendingSignIns).where(belongsTo(tx, pendingSignIns, people))
}

function isOpenVendorSession({ now }: EmergencyContext): SQL {
  return gt(vendorSessions.expiresAt, new Date(now))
}

/**
 * Ends sessions, sign-ins that wait for a second factor, and what makes a browser a known one; for everyone, the
 * sessions of vendor contacts too. The owner who acts keeps the session they act in.
 */
export const endAllSessions: EmergencyPart<'sessions'> = {
  count: async (db, { people }, context) => ({
    ...(await countSessions(db, isMeant(people), context)),
    vendorSessions: people === 'everyone' ? await db.$count(vendorSessions, isOpenVendorSession(context)) : 0,
    pending: await db.$count(pendingSignIns, belongsTo(db, pendingSignIns, isMeant(people))),
    devices: await db.$count(knownDevices, belongsTo(db, knownDevices, isMeant(people))),
  }),
  run: async (tx, { people }, context) => {
    await endSessions(tx, isMeant(people), context)
    await tx.delete(knownDevices).where(belongsTo(tx, knownDevices, isMeant(people)))
    if (people === 'everyone') await tx.delete(vendorSessions)
  },
}

/** Takes every sign-in that is being written into account: none is committed between the count and the end. */
export async function holdSignIns(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${sessions}, ${pendingSignIns}, ${vendorSessions} in share row exclusive mode`)
}

/** What somebody who knew a password may have asked for: the links end with it. */
async function endOwnLinks(tx: Db, people: SQL | undefined, { now }: EmergencyContext): Promise<void> {
  const ids = tx
    .select({ id: sql`${users.id}::text` })
    .from(users)
    .where(people)
  await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(
      and(
        inArray(linkTokens.purpose, ['password-reset', 'end-code-lock', 'change-email']),
        isNull(linkTokens.usedAt),
        inArray(linkTokens.subjectId, ids),
      ),
    )
}

async function countPeople(db: Db, people: SQL | undefined) {
  return { people: await db.$count(users, people), owners: await db.$count(users, and(people, isOwner)) }
}

/**
 * Makes passwords invalid: the stored ones open nothing from now on, and each person sets a new one with a link from a mail.
 * Ends their sessions. Lifting it makes the old passwords valid again, except beside factors that have expired: a password
 * alone must not open an account that had a second factor. (security AN13)
 */
export const expirePasswords: EmergencyPart<'passwords'> = {
  count: async (db, { people, isLifted }, context) => {
    if (isLifted) return countPeople(db, isLiftable(people))
    const isHit = willExpire(people, context)
    return { ...(await countPeople(db, isHit)), ...(await countSessions(db, isHit, context)) }
  },
  run: async (tx, { people, isLifted }, context) => {
    if (isLifted) {
      await tx.update(users).set({ passwordExpiredAt: null }).where(isLiftable(people))
      return
    }
    const values = { passwordExpiredAt: new Date(context.now) }
    const letter = passwordExpired(context.site, { at: context.now })
    await close(tx, { people: willExpire(people, context), values, letter }, context)
  },
}

const isLiftable = (people: Target) =>
  and(isMeant(people), isNotNull(users.passwordExpiredAt), isNull(users.factorsExpiredAt))

const willExpire = (people: Target, context: EmergencyContext) =>
  and(isOther(people, context), isNotNull(users.passwordHash), isNull(users.passwordExpiredAt))

type Closing = {
  people: SQL | undefined
  values: Partial<Record<'passwordExpiredAt' | 'factorsExpiredAt', Date | SQL>>
  /** What each of them is sent. */
  letter: Letter
}

const BATCH = 1_000

/** Holds the accounts, marks them, ends what they have open, and writes to their owners. */
async function close(tx: Db, { people, values, letter }: Closing, context: EmergencyContext): Promise<void> {
  const hit = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(people)
    .orderBy(users.id)
    .for('update')
  for (let at = 0; at < hit.length; at += BATCH) {
    const ids = hit.slice(at, at + BATCH).map(({ id }) => id)
    const isTheirs = inArray(users.id, ids)
    await tx.update(users).set(values).where(isTheirs)
    await endSessions(tx, isTheirs, context)
    await tx.delete(factorChallenges).where(belongsTo(tx, factorChallenges, isTheirs))
    await endOwnLinks(tx, isTheirs, context)
  }
  const addresses = hit.map(({ email }) => email)
  await enqueueToAll(tx, addresses, letter)
}

/**
 * Makes second factors and recovery codes invalid, and with them the password of everyone who had one: it alone must not open
 * what two had to open. They set a new password with a link from a mail; people with a role then add a new factor before
 * their role works again. Lifting it brings both back. (decision 0051, security AN13)
 */
export const expireFactors: EmergencyPart<'factors'> = {
  count: async (db, { people, isLifted }, context) => {
    if (isLifted) return countPeople(db, and(isMeant(people), isNotNull(users.factorsExpiredAt)))
    const isHit = owesFactor(people, context)
    return { ...(await countPeople(db, isHit)), ...(await countSessions(db, isHit, context)) }
  },
  run: async (tx, { people, isLifted }, context) => {
    if (isLifted) {
      const isOfThis = eq(users.passwordExpiredAt, users.factorsExpiredAt)
      const passwordExpiredAt = sql`case when ${isOfThis} then null else ${users.passwordExpiredAt} end`
      const isHit = and(isMeant(people), isNotNull(users.factorsExpiredAt))
      await tx.update(users).set({ factorsExpiredAt: null, passwordExpiredAt }).where(isHit)
      return
    }
    const at = new Date(context.now)
    const passwordExpiredAt = sql`case when ${hasLiveFactor}
      then coalesce(${users.passwordExpiredAt}, ${at.toISOString()}::timestamptz) else ${users.passwordExpiredAt} end`
    const values = { factorsExpiredAt: at, passwordExpiredAt }
    const letter = factorsExpired(context.site, { at: context.now })
    await close(tx, { people: owesFactor(people, context), values, letter }, context)
  },
}

/** People with a factor, and people with a role, who have to add one. */
const owesFactor = (people: Target, context: EmergencyContext) =>
  and(isOther(people, context), or(hasLiveFactor, isStaff), isNull(users.factorsExpiredAt))
