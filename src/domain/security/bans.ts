import { and, eq, gt, isNull, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Db, prepared } from '#db/client.ts'
import { bans, rateLimits } from '#db/schema/security.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import { FAILURES, failuresKey, isNeverBanned } from './lock.ts'
import { SHARED_TIMES, sharedSql } from './shared-address.ts'
import { countWindow, momentsOf } from './take-attempt.ts'

/** The actor of a ban that no person made. */
export const BY_LIMITS = 'limits'
/** The first ban lasts an hour, each further one twice as long, none longer than a day. (security RL7) */
const LONGEST_IN_HOURS = 24
/** A ban that ended longer ago than this no longer counts. */
const FORGIVEN_AFTER = '7 days'

export type SubjectType = 'address' | 'user'
type Subject = { subjectType: SubjectType; subject: string }
type Ban = Subject & { id: string; reason: string; actor: string; expiresAt: Instant | null }

/** The caller: their address key, and their account if it is known. */
export type Requester = { address: string; userId?: string | null | undefined }

/** The longest-lasting ban in force on an address or an account, or none. `manualOnly` leaves out those the limits made. */
export async function activeBan(
  db: Db,
  { address, userId, manualOnly = false }: Requester & { manualOnly?: boolean },
  now: Instant,
): Promise<Ban | undefined> {
  const asked = { address, userId: userId ?? null, now: new Date(now).toISOString() }
  const [row] = await findBan(db, manualOnly ? 'people' : 'all').execute(asked)
  return row && toBan(row)
}

/** A ban made by people, or by anybody, the limits included. */
const findBan = prepared((db, makers: 'people' | 'all') => {
  const isAddress = isOn({ subjectType: 'address', subject: sql.placeholder('address') })
  const isUser = isOn({ subjectType: 'user', subject: sql.placeholder('userId') })
  const isMeant = makers === 'people' ? ne(bans.actor, BY_LIMITS) : undefined
  return db
    .select()
    .from(bans)
    .where(and(or(isAddress, isUser), isInForce(sql.placeholder('now')), isMeant))
    .orderBy(sql`${bans.expiresAt} desc nulls first`)
    .limit(1)
}, 'ban by')

/** Bans by hand, until `expiresAt` or, where that is null, until lifted. An address comes as its address key. */
export async function banSubject(
  db: Db,
  input: Subject & { id?: string; reason: string; expiresAt: Instant | null },
  actor: Actor,
  now: Instant,
): Promise<Ban> {
  const { id, subjectType, subject, reason, expiresAt } = input
  if (expiresAt !== null && expiresAt <= now) throw new Failure('invalid', 'A ban must end in the future.')
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(bans)
      .values({
        ...(id && { id }),
        subjectType,
        subject,
        reason,
        actor: actor.id,
        createdAt: new Date(now),
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      })
      .returning()
    if (!row) throw new Error('A ban was not stored')
    const ban = toBan(row)
    await recordAudit(tx, actor, { action: 'ban.create', subjectType, subjectId: subject, after: ban })
    return ban
  })
}

/** Lifts every ban in force on a person or address at once. Throws `not_found` if there is none. */
export async function liftBan(db: Db, subject: Subject, actor: Actor, now: Instant): Promise<void> {
  await db.transaction(async (tx) => {
    const liftedAt = new Date(now)
    const lifted = await tx
      .update(bans)
      .set({ liftedAt })
      .where(and(isOn(subject), isInForce(now)))
      .returning()
    if (lifted.length === 0) throw new Failure('not_found', 'There is no ban to lift.')
    await tx.delete(rateLimits).where(eq(rateLimits.key, failuresKey(subject.subject)))
    const { subjectType, subject: subjectId } = subject
    await recordAudit(tx, actor, { action: 'ban.lift', subjectType, subjectId, before: lifted.map(toBan) })
  })
}

/**
 * Counts one failure of an address: a wrong password or code, or an invalid link. Every fortieth within two hours
 * bans it; at a shared address, every four hundredth. One statement, so that a burst makes exactly one ban and none is lost. A ban that was lifted by hand does not double the next. (security RL7, P-30)
 */
export async function noteFailureAt(db: Db, address: string, now: Instant): Promise<void> {
  if (isNeverBanned(address)) return
  const [window] = FAILURES.windows
  const [most, mostShared] = [window.most, window.most * SHARED_TIMES]
  const moments = momentsOf(window, now)
  const moment = sql`${moments.now}::timestamptz`
  const rung = sql`(select count(*) from bans where subject_type = 'address' and subject = ${address} and actor = ${BY_LIMITS}
    and lifted_at is null and expires_at > ${moment} - ${FORGIVEN_AFTER}::interval)`
  const hours = sql`least(${LONGEST_IN_HOURS}::float8, power(2, least(${rung}, 10)::float8))`
  await db.execute(sql`with failed as (${countWindow(failuresKey(address), moments)})
    insert into bans (subject_type, subject, reason, actor, created_at, expires_at)
    select 'address', ${address}, count || ' failed attempts within two hours', ${BY_LIMITS}, ${moment},
      ${moment} + ${hours} * interval '1 hour'
    from failed where count % ${mostShared}::int = 0
      or (count % ${most}::int = 0 and not ${sharedSql(sql`${address}`, now)})`)
}

function isOn({ subjectType, subject }: { subjectType: SubjectType; subject: string | Placeholder }): SQL | undefined {
  return and(eq(bans.subjectType, subjectType), eq(bans.subject, subject))
}

/** Neither lifted nor expired. In a prepared statement, `now` is the placeholder for the text of an instant. */
export function isInForce(now: Instant | Placeholder): SQL | undefined {
  const moment = typeof now === 'number' ? new Date(now) : now
  return and(isNull(bans.liftedAt), or(isNull(bans.expiresAt), gt(bans.expiresAt, moment)))
}

function toBan({ id, subjectType, subject, reason, actor, expiresAt }: typeof bans.$inferSelect): Ban {
  return { id, subjectType, subject, reason, actor, expiresAt: expiresAt?.getTime() ?? null }
}
