import { and, asc, desc, eq, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { checkRounds, checkRuns } from '#db/schema/operations.ts'
import type { CheckTrigger } from '#src/contract/checks.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

/** All in milliseconds. */
const MINUTE = 60_000
const DAY = 86_400_000
/** How long a worker is waited for that has recorded nothing. Longer than any check with all its tries takes. */
const LEASE = 2 * MINUTE
/** A schedule of fifteen minutes is not to make each daily round a little later than the one before. */
const SLACK = 10 * MINUTE
/** How long rounds and what they found are kept. */
const KEPT = 90 * DAY

export type Round = typeof checkRounds.$inferSelect

/**
 * Asks for a round of checks and returns it. Someone who asks while one is under way gets that one. A deploy is checked by a
 * round that nobody has begun yet, if there is one, so that many deploys in a row do not make as many rounds. What a person
 * asked for is in the audit log.
 */
export async function requestRound(
  db: Db,
  { trigger, actor, now }: { trigger: CheckTrigger; actor: Actor; now: Instant },
): Promise<Round> {
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const [open] = await tx.select().from(checkRounds).where(mayServe(tx, trigger)).limit(1)
    if (open) return open
    const [round] = await tx
      .insert(checkRounds)
      .values({ trigger, askedBy: actor.id, requestedAt: new Date(now) })
      .returning()
    if (!round) throw new Error('A round was not stored')
    if (trigger === 'asked')
      await recordAudit(tx, actor, { action: 'checks.run', subjectType: 'check_round', subjectId: round.id })
    return round
  })
}

/** Rounds that are open and do what a new one would do. One after a build leaves some checks out. */
function mayServe(tx: Db, trigger: CheckTrigger) {
  const runs = tx.select({ one: sql`1` }).from(checkRuns).where(eq(checkRuns.roundId, checkRounds.id))
  const isUnbegun = and(isNull(checkRounds.startedAt), notExists(runs))
  const kind = { asked: undefined, deploy: isUnbegun, daily: eq(checkRounds.trigger, 'daily') }
  return and(isNull(checkRounds.finishedAt), kind[trigger])
}

/** Two schedules that run at once ask for one round. */
async function lockQueue(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('check_rounds', 0))`)
}

/** Asks for the daily round once a day has passed since the last one was asked for. True if it did. */
export async function requestDailyRound(db: Db, now: Instant): Promise<boolean> {
  const [last] = await db
    .select({ at: checkRounds.requestedAt })
    .from(checkRounds)
    .where(eq(checkRounds.trigger, 'daily'))
    .orderBy(desc(checkRounds.requestedAt), desc(checkRounds.id))
    .limit(1)
  if (last && last.at.getTime() > now - DAY + SLACK) return false
  await requestRound(db, { trigger: 'daily', actor: { id: 'schedule' }, now })
  return true
}

/** Not finished, and no worker has it: it is new, was given back, or its worker has been silent for longer than its lease. */
function isFree(now: Instant) {
  const silentSince = new Date(now - LEASE)
  const lastRun = sql`(select max(r.at) from check_runs r where r.round_id = ${checkRounds.id})`
  const isSilent = sql`greatest(${checkRounds.startedAt}, ${lastRun}) <= ${silentSince.toISOString()}::timestamptz`
  return and(isNull(checkRounds.finishedAt), or(isNull(checkRounds.startedAt), isSilent))
}

/** True if there is a round for a worker to take. */
export async function isRoundWaiting(db: Db, now: Instant): Promise<boolean> {
  return (await db.select({ id: checkRounds.id }).from(checkRounds).where(isFree(now)).limit(1)).length > 0
}

/** Takes the round that has waited longest, for this worker alone; undefined when there is none. */
export async function claimRound(db: Db, now: Instant): Promise<Round | undefined> {
  const next = db
    .select({ id: checkRounds.id })
    .from(checkRounds)
    .where(isFree(now))
    .orderBy(asc(checkRounds.requestedAt), asc(checkRounds.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [round] = await db
    .update(checkRounds)
    .set({ startedAt: new Date(now) })
    .where(eq(checkRounds.id, sql`(${next})`))
    .returning()
  return round
}

/** Gives a round back that this worker has no time left for: another one goes on where it ended. */
export async function releaseRound(db: Db, id: string): Promise<void> {
  await db
    .update(checkRounds)
    .set({ startedAt: null })
    .where(and(eq(checkRounds.id, id), isNull(checkRounds.finishedAt)))
}

/** Deletes rounds of more than 90 days ago with what they found. Resolves with how many. */
export async function pruneRounds(db: Db, now: Instant): Promise<number> {
  const old = lte(checkRounds.requestedAt, new Date(now - KEPT))
  return (await db.delete(checkRounds).where(old).returning({ id: checkRounds.id })).length
}
