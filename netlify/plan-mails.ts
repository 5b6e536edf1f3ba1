import { isMarked, type PlannedRun, planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { runtime } from './runtime.ts'

/** Plans the mails of marked events again and hands over those that are due, with this process's parts. */
export async function planMails(timeLeft: () => number): Promise<PlannedRun> {
  // Loaded here, so that functions which plan no mails do not contain what reads Markdown.
  const { ruleLetters } = await import('#src/domain/mail-rules/rule-letters.ts')
  const { db, clock, log, siteUrl, env } = runtime()
  return planMarked(db, {
    now: clock(),
    letters: ruleLetters({ siteUrl, siteName: env.siteName }),
    timeLeft,
    onFault: (fault) => log.error('mails of an event not planned', {}, fault),
  })
}

/** After an answer, in milliseconds. What it does not plan now is left to the schedule. */
const SOON_TIME = 8_000

/** Plans what a request has just marked, if it has. Never throws: whatever stays marked is planned by the schedule. */
export async function planSoon(): Promise<void> {
  const { db, log } = runtime()
  const end = performance.now() + SOON_TIME
  try {
    if (await isMarked(db)) await planMails(() => end - performance.now())
  } catch (fault) {
    log.warn('mails left to the schedule', {}, fault)
  }
}
