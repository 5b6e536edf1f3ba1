import { randomInt } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { hasAnsweredSince } from '#db/client.ts'
import { CLOSED_HEADER, type RouteGroup } from '#src/contract/error-budget.ts'
import { addCalls, type CallTally } from '#src/domain/health/call-minutes.ts'
import { isSiteUp } from '#src/platform/live-site.ts'
import { runtime } from './runtime.ts'

/** One quick answer in so many is counted, for all of them. Failures and slow answers are all counted. */
const SAMPLE = 10
/** Milliseconds after which a person thinks that nothing happens. */
const SLOW = 1_000
const MINUTE = 60_000
/** Kept while the database is away: all groups for an hour. */
const MOST_KEPT = 480

/** A number below `SAMPLE`, by which one quick answer of so many is counted. */
const drawLot = () => randomInt(SAMPLE)

type Tally = Omit<CallTally, 'age'> & { since: number }

/** What no write has taken yet, oldest first, by minute of this process and group. */
let waiting = new Map<string, Tally>()

/** How one call ended. */
type Ending = { failed: boolean; slow: boolean }

/**
 * Counts one answer, or leaves it out for another one that counts for both. True if it was counted. `lot` is a random
 * number below 10.
 */
export function countCall(group: RouteGroup, { failed, slow }: Ending, lot = drawLot()): boolean {
  const isRare = failed || slow || group === 'probe'
  if (!isRare && lot !== 0) return false
  const now = Date.now()
  keep({ group, since: now, ok: failed ? 0 : isRare ? 1 : SAMPLE, failed: failed ? 1 : 0, slow: slow ? 1 : 0 })
  return true
}

function keep({ group, since, ok, failed, slow }: Tally): void {
  const key = `${Math.floor(since / MINUTE)} ${group}`
  const kept = waiting.get(key) ?? { group, since, ok: 0, failed: 0, slow: 0 }
  waiting.set(key, { ...kept, ok: kept.ok + ok, failed: kept.failed + failed, slow: kept.slow + slow })
  const [oldest] = waiting.keys()
  if (waiting.size > MOST_KEPT && oldest !== undefined) waiting.delete(oldest)
}

let inHand: Promise<void> | undefined
let isAskedAgain = false

/**
 * Writes down what was counted, one write at a time in a process, however many ask. Never throws: what could not be written
 * is written with the next answer that counts.
 */
export function writeCalls(): Promise<void> {
  isAskedAgain = true
  inHand ??= writeWhileAsked().finally(() => {
    inHand = undefined
  })
  return inHand
}

/** Resolves when no such write is in hand, so that a server that ends leaves none half done. */
export async function callsWritten(): Promise<void> {
  await inHand
}

async function writeWhileAsked(): Promise<void> {
  while (isAskedAgain && waiting.size > 0) {
    isAskedAgain = false
    const taken = [...waiting.values()]
    waiting = new Map()
    const now = Date.now()
    const tallies = taken.map(({ since, ...tally }) => ({ ...tally, age: Math.max(0, now - since) }))
    try {
      await addCalls(runtime().db, tallies)
    } catch {
      const newer = [...waiting.values()]
      waiting = new Map()
      for (const tally of [...taken, ...newer]) keep(tally)
      return
    }
  }
}

type Answer<Caller> = (request: Request, caller: Caller) => Promise<Response>

/**
 * A function whose answers are counted by minute, for the error budget. No answer waits for it and none fails of it. What
 * needed no database is not written down by itself, so that it wakes none that sleeps. (security OV3)
 */
export function countingAfter<Caller extends object>(
  group: RouteGroup,
  answer: Answer<Caller>,
  draw = drawLot,
): Answer<Caller & Partial<Pick<Context, 'waitUntil'>>> {
  return async (request, caller) => {
    const startedAt = Date.now()
    const response = await answer(request, caller)
    const failed = response.status >= 500 && !response.headers.has(CLOSED_HEADER)
    const ending = { failed, slow: Date.now() - startedAt >= SLOW }
    if (countCall(group, ending, draw()) && isWorthWriting(ending, startedAt)) caller.waitUntil?.(writeCalls())
    return response
  }
}

function isWorthWriting({ failed }: Ending, startedAt: number): boolean {
  try {
    return failed || hasAnsweredSince(runtime().db, startedAt)
  } catch {
    return false
  }
}

/** One call of the product by itself at each run of the schedule, so that there is something to judge when nobody calls. */
export async function probeSite(): Promise<void> {
  const startedAt = Date.now()
  const { ownUrl, siteUrl } = runtime()
  const isUp = await isSiteUp(ownUrl ?? siteUrl)
  countCall('probe', { failed: !isUp, slow: Date.now() - startedAt >= SLOW })
  await writeCalls()
}
