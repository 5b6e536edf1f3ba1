import { deriveKey } from '#db/sealed.ts'
import { ALL_CHECKS } from '#src/domain/checks/all-checks.ts'
import { type RoundOutcome, runNextRound } from '#src/domain/checks/run-round.ts'
import { askOutsideLinks } from '#src/domain/content-checks/outside-links.ts'
import { judgeSources } from '#src/domain/mail-round-trips/judge-sources.ts'
import { openLinkAsker } from '#src/platform/outside-link.ts'
import { openProbe } from '#src/platform/probe.ts'
import { PROBE_PURPOSE } from '#src/platform/probe-mark.ts'
import { checkMeans, mailMeans } from './check-means.ts'
import { runtime } from './runtime.ts'

/** Milliseconds in which one call runs checks, well below the 60 seconds after which Netlify ends a function. */
const RUN_TIME = 35_000

let inHand: Promise<void> | undefined
let isEnding = false

/**
 * Judges the mails of round trips and runs the rounds of checks that wait, one run at a time in a process, however many ask. Where the time is over before, another
 * call goes on. Never throws: what stays is taken up when the schedule asks.
 */
export function runChecksSoon(): Promise<void> {
  inHand ??= runWhileWaiting().finally(() => {
    inHand = undefined
  })
  return inHand
}

/** Resolves when no checks run. Those that have begun end; a round that is not over goes on after the next start. */
export async function checksEnded(): Promise<void> {
  isEnding = true
  await inHand
  isEnding = false
}

async function runWhileWaiting(): Promise<void> {
  const { log, wakeChecks } = runtime()
  const isHere = wakeChecks === runChecksSoon
  const end = performance.now() + RUN_TIME
  const timeLeft = () => (isEnding ? 0 : isHere ? Number.POSITIVE_INFINITY : end - performance.now())
  try {
    await judgeMails(timeLeft)
    let outcome: RoundOutcome = 'finished'
    while (outcome === 'finished' && timeLeft() > 0) outcome = await runOne(timeLeft)
    await askLinks(timeLeft)
    if (outcome !== 'nothing' && !isHere) await wakeChecks?.()
  } catch (fault) {
    log.warn('checks left to the schedule', {}, fault)
  }
}

/** Asks for links to other sites; what is left waits for the schedule. Only where checks run by themselves. */
async function askLinks(timeLeft: () => number): Promise<void> {
  const { db, clock, env, siteUrl, log } = runtime()
  if (env.checks !== 'automatic') return
  const asked = await askOutsideLinks(db, { ask: openLinkAsker({ siteUrl }), clock, timeLeft })
  if (asked > 0) log.info('links asked for', { asked })
}

async function judgeMails(timeLeft: () => number): Promise<void> {
  const { db, clock, log } = runtime()
  const { judge } = mailMeans()
  const judged = await judgeSources(db, {
    judge,
    clock,
    timeLeft,
    onFault: (fault) => log.warn('mail not judged', {}, fault),
  })
  if (judged > 0) log.info('mails judged', { judged })
}

async function runOne(timeLeft: () => number): Promise<RoundOutcome> {
  const { db, clock, env, siteUrl, readLive, log } = runtime()
  const secret = deriveKey(PROBE_PURPOSE)
  const outcome = await runNextRound(db, {
    checks: ALL_CHECKS,
    site: { siteUrl, siteName: env.siteName },
    clock,
    means: await checkMeans(),
    probe: (bucket) => openProbe({ siteUrl, secret, now: clock, bucket }),
    readLive,
    timeLeft,
    onFault: (key, fault) => log.error('check broke', { key }, fault),
  })
  if (outcome !== 'nothing') log.info('checks', { outcome })
  return outcome
}
