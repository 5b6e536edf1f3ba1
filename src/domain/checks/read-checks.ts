import { desc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { checkRounds, checkRuns, checkStates } from '#db/schema/operations.ts'
import {
  type CheckMark,
  type CheckMute,
  type CheckResult,
  type CheckRound,
  type CheckState,
  type ChecksOverview,
  compareRuns,
} from '#src/contract/checks.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'
import type { Check } from './check.ts'
import type { Round } from './rounds.ts'
import { belongsTo } from './run-round.ts'

/** Runs that the history of a check shows beside its result, rounds in the list of rounds, and runs of the whole history. */
const MOST_MARKS = 30
const MOST_ROUNDS = 20
const MOST_HISTORY = 300

/** The last round and the last result of every check. */
export async function readChecks(db: Db, checks: readonly Check[], now: Instant): Promise<ChecksOverview> {
  const keys = checks.map(({ key }) => key)
  const states = await db.select().from(checkStates).where(inArray(checkStates.key, keys))
  const runs = await readLastRuns(db, keys)
  const [round = null] = await listRounds(db, checks, 1)
  const names = await readUsernames(
    db,
    states.map(({ mutedBy }) => mutedBy),
  )
  const results = checks.map((check) => {
    const state = states.find(({ key }) => key === check.key)
    const own = runs.filter(({ key }) => key === check.key)
    return {
      ...describeCheck(check),
      ...(state ? toResult(state, own, round) : NEVER),
      mute: toMute(state, names, now),
    }
  })
  return { round, checks: results }
}

function describeCheck({ key, group, title, mend, blips: tolerated }: Check) {
  return { key, group, title, mend, tolerated }
}

type Found = Omit<CheckResult, keyof ReturnType<typeof describeCheck> | 'mute'>

const NEVER: Found = {
  state: null,
  said: null,
  evidence: null,
  at: null,
  since: null,
  blips: 0,
  change: 'unchanged',
  announcedAt: null,
  history: [],
}

type StateRow = typeof checkStates.$inferSelect

function toResult({ state, since, blips, announcedAt }: StateRow, runs: Run[], round: CheckRound | null): Found {
  const [last, before] = runs
  const isOfRound = last !== undefined && last.roundId === round?.id
  return {
    state,
    said: last?.said ?? null,
    evidence: last?.evidence ?? null,
    at: last?.at ?? null,
    since: since.getTime(),
    blips,
    change: isOfRound ? compareRuns(before?.state, last.state) : 'unchanged',
    announcedAt: announcedAt?.getTime() ?? null,
    history: runs.map(({ at, state: found }) => ({ at, state: found })).reverse(),
  }
}

function toMute(row: StateRow | undefined, names: Usernames, now: Instant): CheckMute | null {
  if (!row?.mutedUntil || row.mutedUntil.getTime() <= now) return null
  return { until: row.mutedUntil.getTime(), by: actorName(names, row.mutedBy ?? ''), reason: row.muteReason ?? '' }
}

const run = z.object({
  key: z.string(),
  roundId: z.string(),
  at: z.coerce.number(),
  state: z.enum(['pass', 'warn', 'fail', 'unknown']),
  said: z.string(),
  evidence: z.record(z.string(), z.unknown()).nullable(),
})
type Run = z.output<typeof run>

/** The last runs of each check, newest first. Only the newest one comes with what it found. */
async function readLastRuns(db: Db, keys: readonly string[]): Promise<Run[]> {
  const list = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
  const answer: unknown =
    await db.execute(sql`select wanted.key, last.* from unnest(array[${list}]::text[]) as wanted (key)
    cross join lateral (
      select round_id as "roundId", extract(epoch from at) * 1000 as at, state,
        case when row_number() over (order by at desc, id desc) = 1 then said else '' end as said,
        case when row_number() over (order by at desc, id desc) = 1 then evidence end as evidence
      from check_runs where key = wanted.key order by check_runs.at desc, id desc limit ${MOST_MARKS}) as last`)
  return z.object({ rows: z.array(run) }).parse(answer).rows
}

/** The last rounds, newest first, each with how many checks found what. */
export async function listRounds(db: Db, checks: readonly Check[], most = MOST_ROUNDS): Promise<CheckRound[]> {
  const rounds = await db
    .select()
    .from(checkRounds)
    .orderBy(desc(checkRounds.requestedAt), desc(checkRounds.id))
    .limit(most)
  const ids = rounds.map(({ id }) => id)
  const counted = await db
    .select({ roundId: checkRuns.roundId, state: checkRuns.state, count: sql<number>`count(*)::int` })
    .from(checkRuns)
    .where(inArray(checkRuns.roundId, ids))
    .groupBy(checkRuns.roundId, checkRuns.state)
  const names = await readUsernames(
    db,
    rounds.map(({ askedBy }) => askedBy),
  )
  return rounds.map((round) => {
    const own = counted.filter(({ roundId }) => roundId === round.id)
    const count = (state: CheckState) => own.find((one) => one.state === state)?.count ?? 0
    const counts = { fail: count('fail'), warn: count('warn'), unknown: count('unknown'), pass: count('pass') }
    return toRound(round, counts, checks, names)
  })
}

function toRound(
  { id, trigger, askedBy, requestedAt, startedAt, finishedAt, liveRevision }: Round,
  counts: CheckRound['counts'],
  checks: readonly Check[],
  names: Usernames,
): CheckRound {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    id,
    trigger,
    by: actorName(names, askedBy),
    requestedAt: requestedAt.getTime(),
    startedAt: startedAt?.getTime() ?? null,
    finishedAt: finishedAt?.getTime() ?? null,
    liveRevision,
    counts,
    total: finishedAt ? done : checks.filter((check) => belongsTo(trigger, check)).length,
  }
}

/** Every run of one check that is kept, newest first. Throws `not_found`. */
export async function readCheckHistory(db: Db, checks: readonly Check[], key: string): Promise<CheckMark[]> {
  if (!checks.some((check) => check.key === key)) throw new Failure('not_found', NOT_FOUND.check)
  const rows = await db
    .select({ at: checkRuns.at, state: checkRuns.state, said: checkRuns.said })
    .from(checkRuns)
    .where(sql`${checkRuns.key} = ${key}`)
    .orderBy(desc(checkRuns.at), desc(checkRuns.id))
    .limit(MOST_HISTORY)
  return rows.map(({ at, state, said }) => ({ at: at.getTime(), state, said }))
}
