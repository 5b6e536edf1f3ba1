import { and, asc, eq, inArray, isNotNull, isNull, like, lte, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { checkRounds, checkRuns, checkStates } from '#db/schema/operations.ts'
import type { Instant } from '#src/contract/instant.ts'
import { recordAudit } from '../audit/audit.ts'
import { clearAlert, raiseAlert, renewAlert } from '../mail-alerts/mail-alert.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { checksFailed, type FailedCheck } from '../outbox/templates/check-letters.ts'
import type { Check } from './check.ts'
import type { Round } from './rounds.ts'

type Finishing = { round: Pick<Round, 'id'>; checks: readonly Check[]; site: LetterSite; now: Instant }

/**
 * Ends a round whose checks have run and announces the failures that count, in one transaction: an email to all owners and an
 * entry in the audit log. A round that another worker has ended is left as it is.
 */
export async function finishRound(db: Db, { round, checks, site, now }: Finishing): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(checkRounds)
      .set({ finishedAt: new Date(now) })
      .where(and(eq(checkRounds.id, round.id), isNull(checkRounds.finishedAt)))
      .returning({ id: checkRounds.id })
    if (ended.length === 0) return
    const failed = await takeUnannounced(tx, round.id, checks, now)
    if (failed.length > 0) await tellOwners(tx, site, failed)
    await alertAboutMail(tx, round.id, failed, now)
  })
}

/**
 * Sending that worked and now fails is a warning of its own, which owners get as a text message, because mail about it may not
 * arrive. It ends with the first round in which the check does not fail. (security MC6)
 */
async function alertAboutMail(tx: Db, roundId: string, failed: readonly FailedCheck[], now: Instant): Promise<void> {
  const ran = await tx
    .select({ key: checkRuns.key, state: checkRuns.state, said: checkRuns.said, lastPassAt: checkStates.lastPassAt })
    .from(checkRuns)
    .innerJoin(checkStates, eq(checkStates.key, checkRuns.key))
    .where(and(eq(checkRuns.roundId, roundId), like(checkRuns.key, 'mail.%')))
  for (const { key, state, said, lastPassAt } of ran) {
    const alert = key.replace('mail.', 'dns:')
    const isNew = failed.some((one) => one.key === key)
    if (isNew && lastPassAt !== null) await raiseAlert(tx, alert, said, now)
    // What is wrong may be something else by now.
    else if (state === 'fail') await renewAlert(tx, alert, said)
    if (state === 'pass' || state === 'warn') await clearAlert(tx, alert)
  }
}

/**
 * Marks the failures of this round as announced that nobody was told of, and returns them: those beyond what their check
 * tolerates, and at once those of checks that were mended before. Those of muted checks wait until the mute is over.
 */
async function takeUnannounced(
  tx: Db,
  roundId: string,
  checks: readonly Check[],
  now: Instant,
): Promise<FailedCheck[]> {
  const failing = tx
    .select({ key: checkRuns.key })
    .from(checkRuns)
    .where(and(eq(checkRuns.roundId, roundId), eq(checkRuns.state, 'fail')))
  const isHeard = or(isNull(checkStates.mutedUntil), lte(checkStates.mutedUntil, new Date(now)))
  const rows = await tx
    .select()
    .from(checkStates)
    .where(and(inArray(checkStates.key, failing), isNull(checkStates.announcedAt), isHeard))
    .orderBy(asc(checkStates.key))
    .for('update')
  const failed = rows.flatMap((row) => {
    const check = checks.find(({ key }) => key === row.key)
    const counts = check && row.state === 'fail' && (row.blips > check.blips || row.mendedAt !== null)
    return counts
      ? [{ key: row.key, title: check.title, since: row.since.getTime(), wasMended: row.mendedAt !== null }]
      : []
  })
  if (failed.length === 0) return []
  const keys = failed.map(({ key }) => key)
  await tx
    .update(checkStates)
    .set({ announcedAt: new Date(now) })
    .where(inArray(checkStates.key, keys))
  const said = await tx
    .select({ key: checkRuns.key, said: checkRuns.said })
    .from(checkRuns)
    .where(and(eq(checkRuns.roundId, roundId), inArray(checkRuns.key, keys)))
  return failed.map((one) => ({ ...one, said: said.find(({ key }) => key === one.key)?.said ?? '' }))
}

async function tellOwners(tx: Db, site: LetterSite, failed: FailedCheck[]): Promise<void> {
  for (const { key, title, said, since } of failed) {
    const after = { title, said, since: new Date(since).toISOString() }
    await recordAudit(tx, { id: 'system' }, { action: 'check.announce', subjectType: 'check', subjectId: key, after })
  }
  const letter = checksFailed(site, failed)
  const owners = await tx
    .selectDistinct({ to: users.email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(userRoles.role, 'owner'), isNull(users.deletedAt), isNotNull(users.emailConfirmedAt)))
  for (const { to } of owners) await enqueueMail(tx, { to, ...letter })
}
