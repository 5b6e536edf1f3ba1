import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { checkRounds, checkRuns, checkStates } from '#db/schema/operations.ts'
import type { CheckState } from '#src/contract/checks.ts'
import type { Instant } from '#src/contract/instant.ts'
import { redact } from '../audit/audit.ts'
import type { Check } from './check.ts'
import type { Round } from './rounds.ts'

/** In characters of JSON. */
const MOST_EVIDENCE = 20_000
const LONGEST_SENTENCE = 500

/** What a run of a check ended with, and how long it took with all its tries. */
export type RunOutcome = {
  state: CheckState
  said: string
  evidence?: Record<string, unknown> | undefined
  milliseconds: number
}

type Recording = { round: Pick<Round, 'id'>; check: Pick<Check, 'key'>; outcome: RunOutcome; now: Instant }

/**
 * Records what a check found in a round, and what that makes of its state. A round contains one run of each check: if another
 * worker was faster, nothing is recorded. Secrets in the evidence are masked.
 */
export async function recordRun(db: Db, { round, check: { key }, outcome, now }: Recording): Promise<void> {
  const { state, said, evidence, milliseconds } = outcome
  const at = new Date(now)
  await db.transaction(async (tx) => {
    // What holds this row can count on nobody else recording for the round.
    await tx.select({ id: checkRounds.id }).from(checkRounds).where(eq(checkRounds.id, round.id)).for('update')
    const ran = await tx
      .select({ id: checkRuns.id })
      .from(checkRuns)
      .where(and(eq(checkRuns.roundId, round.id), eq(checkRuns.key, key)))
    if (ran.length > 0) return
    const kept = { said: trim(said), evidence: evidence && limit(redact(evidence)) }
    await tx.insert(checkRuns).values({ roundId: round.id, key, at, milliseconds, state, ...kept })
    await tx.insert(checkStates).values({ key, state, since: at, lastRunAt: at }).onConflictDoNothing()
    const [before] = await tx.select().from(checkStates).where(eq(checkStates.key, key)).for('update')
    if (before)
      await tx
        .update(checkStates)
        .set(nextState(before, state, at))
        .where(eq(checkStates.key, key))
  })
}

type StateRow = typeof checkStates.$inferSelect

/**
 * What a run makes of the state of its check. A failure that was announced and is over makes the check a mended one, for which
 * no failure is tolerated from then on. A run that could not find out anything says nothing of a failure before it.
 */
function nextState(before: StateRow, state: CheckState, at: Date): Partial<StateRow> {
  const seen = { state, since: state === before.state ? before.since : at, lastRunAt: at }
  if (state === 'unknown') return seen
  if (state === 'fail') return { ...seen, blips: before.blips + 1 }
  const isMended = before.announcedAt !== null
  return {
    ...seen,
    blips: 0,
    announcedAt: null,
    ...(isMended && { mendedAt: at }),
    ...(state === 'pass' && { lastPassAt: at }),
  }
}

function trim(said: string): string {
  return said.toWellFormed().replaceAll('\0', '').slice(0, LONGEST_SENTENCE)
}

function limit(evidence: unknown): unknown {
  const size = JSON.stringify(evidence).length
  return size <= MOST_EVIDENCE ? evidence : { note: `The evidence has ${size} characters and is not kept.` }
}
