import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { changeSets } from '#db/schema/change-sets.ts'
import {
  LONGEST_SCHEDULE,
  MISSED_AFTER,
  missedSentence,
  SET_EMPTY,
  TIME_NOT_SHOWN,
  TIME_PAST,
  TIME_TOO_FAR,
  TRIED_AGAIN,
} from '#src/contract/change-set.ts'
import type { ScheduleInput } from '#src/contract/change-set-input.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { plannedMoments, zonedMoment } from '#src/contract/planned-moment.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { findErrors } from '../content-checks/find-errors.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { changeSetStopped } from '../outbox/templates/change-set-letters.ts'
import { isRollback, lockEditableSet, lockSet, readItems, type SetRow } from './change-set.ts'
import { type Checking, explainErrors, findInSet, keepFindings, requireChecked } from './check-set.ts'
import { setEntry } from './edit-set.ts'
import { goLive, noteWarningsRead, type Publishing, requireApproval } from './publish-set.ts'

/**
 * Schedules a set and locks it. `at` is the moment that the editor was shown for the time on the clock: where the clock shows it twice
 * or never, it says which was chosen. Throws `invalid` for a moment that the clock does not mean, that is over or too far
 * ahead, and `conflict` for a set that is empty, not approved or stale, or in which the checks find errors or warnings that nobody has
 * read.
 */
export async function scheduleSet(
  db: Db,
  id: string,
  { day, clock, zone, at, readAt, version }: ScheduleInput,
  { actor, now, ...checks }: Checking & { actor: Actor },
): Promise<void> {
  if (!plannedMoments(day, clock, zone).moments.includes(at))
    throw new Failure('invalid', TIME_NOT_SHOWN, { field: 'at' })
  if (at <= now) throw new Failure('invalid', TIME_PAST, { field: 'clock' })
  if (at > now + LONGEST_SCHEDULE) throw new Failure('invalid', TIME_TOO_FAR, { field: 'day' })
  const hasWarnings = await requireChecked(db, id, readAt, { now, ...checks })
  await db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, id, version)
    await requireApproval(tx, set)
    if (hasWarnings) await noteWarningsRead(tx, set, actor)
    if ((await readItems(tx, id)).length === 0) throw new Failure('conflict', SET_EMPTY)
    const publishAt = new Date(at)
    await store(tx, set, { state: 'scheduled', publishAt, publishZone: zone, fault: null })
    const after = { name: set.name, publishAt: publishAt.toISOString(), zone }
    await recordAudit(tx, actor, { ...setEntry('schedule', id), after })
  })
}

/** Opens a scheduled set again; an approval stays, and a rollback waits again. Throws `not_found`, and `conflict` for one that is not scheduled or stale. */
export async function unscheduleSet(db: Db, id: string, version: number, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const set = await lockSet(tx, id, version)
    if (set.state !== 'scheduled') throw new Failure('conflict', 'This set is not scheduled.')
    const opened = set.approvedBy === null ? 'open' : 'in_review'
    await store(tx, set, {
      state: isRollback(set) ? 'prepared' : opened,
      fault: null,
      publishAt: null,
      publishZone: null,
    })
    await recordAudit(tx, actor, { ...setEntry('unschedule', id), before: { publishAt: set.publishAt } })
  })
}

async function store(tx: Db, set: SetRow, values: Partial<SetRow>): Promise<void> {
  await tx
    .update(changeSets)
    .set({ ...values, version: sql`${changeSets.version} + 1` })
    .where(eq(changeSets.id, set.id))
}

const SCHEDULE: Actor = { id: 'schedule' }
const MOST_AT_ONCE = 20

type Tick = Omit<Publishing, 'actor'> & { site: LetterSite; timeLeft: () => number }

/** What one run of the schedule did, and the newest revision that it made. */
type TickResult = { published: number; missed: number; failed: number; revision: number | null }

/**
 * Publishes every set that is due. Each is held by one run at a time, so two runs in the same second publish it once. A set that is
 * late, as after an outage, is not published: somebody decides. One that is refused, or in which the checks find errors by then, fails
 * with the reason, and both are mailed. One that any other fault stops holds up no other: it stays scheduled, and comes last in the next
 * run. Throws that fault once the others are done. (decision 0068)
 */
export async function publishDueSets(db: Db, tick: Tick): Promise<TickResult> {
  const result: TickResult = { published: 0, missed: 0, failed: 0, revision: null }
  const faults: unknown[] = []
  for (const id of await findDue(db, tick.now)) {
    if (tick.timeLeft() <= 0) break
    try {
      const outcome = await publishDue(db, id, tick)
      if (outcome === null) continue
      result[outcome.state] += 1
      result.revision = outcome.revision ?? result.revision
    } catch (fault) {
      faults.push(fault)
      await noteFault(db, id).catch((unnoted: unknown) => faults.push(unnoted))
    }
  }
  const [cause] = faults
  if (faults.length > 1) throw new AggregateError(faults, 'Sets could not be published.', { cause })
  if (faults.length > 0) throw cause
  return result
}

/** Says on a set why it is not live yet. The version stays the same, because nobody has changed it. */
async function noteFault(db: Db, id: string): Promise<void> {
  const isWaiting = and(eq(changeSets.id, id), eq(changeSets.state, 'scheduled'))
  await db.update(changeSets).set({ fault: TRIED_AGAIN }).where(isWaiting)
}

/** The sets whose time has come, the earliest first. A fault can take all the time of a run, so sets that had one come last. */
async function findDue(db: Db, now: Instant): Promise<string[]> {
  const rows = await duePage(db, now)
  return rows.map(({ id }) => id)
}

/** The query of `findDue`. */
export function duePage(db: Db, now: Instant) {
  const { id, state, publishAt, fault } = changeSets
  return db
    .select({ id })
    .from(changeSets)
    .where(and(eq(state, 'scheduled'), lte(publishAt, new Date(now))))
    .orderBy(asc(isNotNull(fault)), asc(publishAt))
    .limit(MOST_AT_ONCE)
}

type Outcome = { state: 'published' | 'missed' | 'failed'; revision: number | null }

async function publishDue(db: Db, id: string, tick: Tick): Promise<Outcome | null> {
  try {
    return await db.transaction(async (tx) => {
      const set = await holdDue(tx, id)
      if (!set?.publishAt) return null
      if (tick.now - set.publishAt.getTime() > MISSED_AFTER) {
        await stop(tx, set, 'missed', missedSentence(zonedMoment(set.publishAt.getTime(), set.publishZone)), tick.site)
        return { state: 'missed', revision: null }
      }
      const findings = await findInSet(tx, id, { check: findErrors, siteUrl: tick.site.siteUrl, now: tick.now })
      if (findings.length > 0) {
        await keepFindings(tx, set, findings, tick.now)
        await stop(tx, set, 'failed', explainErrors(findings), tick.site)
        return { state: 'failed', revision: null }
      }
      return { state: 'published', revision: await goLive(tx, set, { ...tick, actor: SCHEDULE }) }
    })
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault
    return db.transaction(async (tx) => {
      const set = await holdDue(tx, id)
      if (!set) return null
      await stop(tx, set, 'failed', fault.message, tick.site)
      return { state: 'failed', revision: null }
    })
  }
}

/** The set, unless another run has it or it is no longer scheduled. */
async function holdDue(tx: Db, id: string): Promise<SetRow | undefined> {
  const [set] = await tx
    .select()
    .from(changeSets)
    .where(and(eq(changeSets.id, id), eq(changeSets.state, 'scheduled')))
    .for('update', { skipLocked: true })
  return set
}

async function stop(tx: Db, set: SetRow, state: 'missed' | 'failed', fault: string, site: LetterSite): Promise<void> {
  await store(tx, set, { state, fault })
  await recordAudit(tx, SCHEDULE, { ...setEntry(state, set.id), after: { name: set.name, fault } })
  const letter = changeSetStopped(site, { id: set.id, name: set.name, state, fault })
  for (const to of await readRecipients(tx, set)) await enqueueMail(tx, { to, ...letter })
}

/** The addresses of the person who made the set and of all owners. */
async function readRecipients(tx: Db, { createdBy }: SetRow): Promise<string[]> {
  const isMaker = isUuid(createdBy) ? eq(users.id, createdBy) : undefined
  const rows = await tx
    .selectDistinct({ to: users.email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(or(eq(userRoles.role, 'owner'), isMaker), isNull(users.deletedAt), isNotNull(users.emailConfirmedAt)))
  return rows.map(({ to }) => to)
}
