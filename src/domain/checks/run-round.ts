import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { checkRounds, checkRuns } from '#db/schema/operations.ts'
import type { BuildInfo } from '#src/contract/build.ts'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Probe } from '#src/platform/probe.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { finishRound } from './announce.ts'
import type { Check, CheckContext, Finding } from './check.ts'
import { type RunOutcome, recordRun } from './record-run.ts'
import { claimRound, type Round, releaseRound } from './rounds.ts'

/** All in milliseconds. */
const TRY_TIME = 10_000
const PAUSE = 500
/** How many checks run at a time: most of them wait for the site. */
const AT_ONCE = 4

const NO_ANSWER = 'The check did not end in time.'
const BROKEN = 'The check itself failed. See the log for the reason.'

/** What a round needs. */
export type RoundParts = {
  checks: readonly Check[]
  site: LetterSite
  clock: Clock
  /** What checks need of other rooms. */
  means: Pick<CheckContext, 'routes' | 'openSession' | 'mail'>
  /** A probe whose calls the rate limits count in this bucket. */
  probe: (bucket: string) => Probe
  readLive: () => Promise<BuildInfo | null>
  /** Milliseconds that are left for all. No check is begun that may take longer. */
  timeLeft: () => number
  /** Hears why a check broke. */
  onFault: (key: string, fault: unknown) => void
  /** Milliseconds that one try of any check may take, in place of its own time, and between two tries. */
  tryTime?: number
  pause?: number
}

/** What became of a turn: there was nothing to do, a round was finished, or the time was over before. */
export type RoundOutcome = 'nothing' | 'finished' | 'interrupted'

/**
 * Takes the round that has waited longest and runs those of its checks that have not run in it. Where the time is over before,
 * or this process ends, the next call goes on. Several workers at once take different rounds; a worker that was believed dead
 * and is not changes nothing twice. Throws what the database throws.
 */
export async function runNextRound(db: Db, parts: RoundParts): Promise<RoundOutcome> {
  const { clock, checks, timeLeft } = parts
  const round = await claimRound(db, clock())
  if (!round) return 'nothing'
  if (round.liveRevision === null) await noteLive(db, round, parts)
  const due = await listDue(db, round, checks)
  const work = async () => {
    for (let check = due[0]; check && timeLeft() > timeOf(check, parts); check = due[0]) {
      due.shift()
      await recordRun(db, { round, check, outcome: await runCheck(db, round, check, parts), now: clock() })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  if (due.length > 0) {
    await releaseRound(db, round.id)
    return 'interrupted'
  }
  await finishRound(db, { round, checks, site: parts.site, now: clock() })
  return 'finished'
}

/** What a try of a check may take. */
function timeOf({ time = TRY_TIME }: Check, { tryTime = time }: Pick<RoundParts, 'tryTime'>): number {
  return tryTime
}

async function noteLive(db: Db, { id }: Round, { readLive }: RoundParts): Promise<void> {
  const liveRevision = (await readLive().catch(() => null))?.revision
  if (liveRevision !== undefined) await db.update(checkRounds).set({ liveRevision }).where(eq(checkRounds.id, id))
}

/** The checks of a round: some are left out after a build, which changes nothing about what they ask. */
export function belongsTo(trigger: Round['trigger'], { every }: Check): boolean {
  return every === 'round' || trigger !== 'deploy'
}

async function listDue(db: Db, { id, trigger }: Round, checks: readonly Check[]): Promise<Check[]> {
  const done = await db.select({ key: checkRuns.key }).from(checkRuns).where(eq(checkRuns.roundId, id))
  const keys = new Set(done.map(({ key }) => key))
  return checks.filter((check) => belongsTo(trigger, check) && !keys.has(check.key))
}

/** Tries until the check does not fail, or its tries are used up. Never throws. */
async function runCheck(db: Db, round: Round, check: Check, parts: RoundParts): Promise<RunOutcome> {
  const startedAt = performance.now()
  const probe = parts.probe(`${round.id}:${check.key}`)
  for (let left = check.retries; ; left -= 1) {
    const finding = await tryCheck(db, check, probe, parts)
    const hasTime = parts.timeLeft() > timeOf(check, parts)
    if (finding.state !== 'fail' || left <= 0 || !hasTime)
      return { ...finding, milliseconds: Math.round(performance.now() - startedAt) }
    await sleep(parts.pause ?? PAUSE)
  }
}

type Tried = Omit<RunOutcome, 'milliseconds'>

async function tryCheck(db: Db, check: Check, probe: Probe, parts: RoundParts): Promise<Tried> {
  const ending = new AbortController()
  const { signal } = ending
  const { clock, site, means } = parts
  const context: CheckContext = { db, now: clock(), site, probe: endingWith(probe, signal), signal, ...means }
  const isOver = sleep(timeOf(check, parts), undefined, { signal }).then(
    () => Promise.reject(new CouldNotRun(NO_ANSWER)),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race<Finding>([check.run(context), isOver])
  } catch (fault) {
    if (fault instanceof CouldNotRun) return { state: 'unknown', said: fault.message }
    parts.onFault(check.key, fault)
    return { state: 'unknown', said: BROKEN }
  } finally {
    ending.abort()
  }
}

/** The same probe, whose calls end with `signal` at the latest. */
function endingWith({ ask, tls }: Probe, signal: AbortSignal): Probe {
  const both = (own: AbortSignal | undefined) => (own ? AbortSignal.any([own, signal]) : signal)
  return {
    ask: (path, request = {}) => ask(path, { ...request, signal: both(request.signal) }),
    tls: (own) => tls(both(own)),
  }
}
