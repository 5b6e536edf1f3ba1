import { setTimeout as sleep } from 'node:timers/promises'
import { pruneAccounts } from '#src/domain/accounts/prune-accounts.ts'
import { pruneVisits } from '#src/domain/analytics/prune-visits.ts'
import { recount } from '#src/domain/analytics/recount.ts'
import { rollUp } from '#src/domain/analytics/roll-up.ts'
import { CHANGE_SET_JOB } from '#src/domain/change-sets/read-change-sets.ts'
import { publishDueSets } from '#src/domain/change-sets/schedule-set.ts'
import { isRoundWaiting, pruneRounds, requestDailyRound } from '#src/domain/checks/rounds.ts'
import { isLinkDue } from '#src/domain/content-checks/outside-links.ts'
import { readContent } from '#src/domain/content-checks/read-content.ts'
import { storeOutsideLinks } from '#src/domain/content-checks/store-outside-links.ts'
import { pruneForum } from '#src/domain/forum/prune-forum.ts'
import { pruneNotices } from '#src/domain/forum-notices/list-notices.ts'
import { mailDueNews } from '#src/domain/forum-notices/mail-due-news.ts'
import { pruneCalls } from '#src/domain/health/call-minutes.ts'
import { noteEnd, noteStart, readSuccessAge } from '#src/domain/health/heartbeats.ts'
import { purgeLogistics } from '#src/domain/logistics/purge.ts'
import { watchMail } from '#src/domain/mail-alerts/watch-mail.ts'
import { markEverything } from '#src/domain/mail-plan/plan-marked.ts'
import { isSourceWaiting, pruneRoundTrips } from '#src/domain/mail-round-trips/mail-round-trips.ts'
import { pruneReports } from '#src/domain/reports/prune-reports.ts'
import { sendWithheld } from '#src/domain/reports/send-withheld.ts'
import { pruneSecurity } from '#src/domain/security/prune-security.ts'
import { runShopJobs } from '#src/domain/shop-orders/shop-jobs.ts'
import { pruneProviderNotices } from '#src/domain/shop-payments/notices.ts'
import { isSweepDue } from '#src/domain/shop-payments/sweep-payments.ts'
import { resealSecrets } from '#src/domain/signing-keys/reseal.ts'
import { pruneSigningKeys } from '#src/domain/signing-keys/signing-key.ts'
import type { LogFields } from '#src/platform/log.ts'
import { reconcileNow } from './deploys.ts'
import { deliver, prune, SENDING_TIME } from './outbox.ts'
import { planMails } from './plan-mails.ts'
import { purgePages } from './purge-pages.ts'
import { runtime } from './runtime.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** One scheduled job. */
export type Job = {
  name: string
  /** Milliseconds it may take before the next job begins beside it. */
  share: number
  /** How long after a success it is due again, in milliseconds; absent where it is due each time. */
  every?: number
  /** Does the work and resolves with what the log should say of it; undefined when there was nothing to do. */
  run: (timeLeft: () => number) => Promise<LogFields | undefined>
}

/** What is scheduled, in order. Together they stay below the 30 seconds after which Netlify ends a scheduled function. (security OB5) */
export const JOBS: readonly Job[] = [
  { name: 'purge-pages', share: 1_200, run: purgeMissed },
  { name: CHANGE_SET_JOB, share: 1_100, run: publishScheduled },
  { name: 'reconcile', share: 4_000, run: reconcileSite },
  { name: 'forum-notices', share: 1_900, run: writeNotices },
  { name: 'mail-plan-all', share: 300, every: DAY, run: planAllAgain },
  { name: 'mail-plan', share: 1_900, run: planEventMails },
  { name: 'shop', share: 1_000, run: doShopJobs },
  { name: 'mail-alerts', share: 500, run: watchMailNow },
  { name: 'outbox', share: SENDING_TIME, run: deliverOutbox },
  { name: 'analytics', share: 1_100, run: countVisits },
  { name: 'links', share: 500, every: HOUR, run: findOutsideLinks },
  { name: 'checks', share: 1_300, run: askForChecks },
  { name: 'logistics', share: 800, every: HOUR, run: deleteLogistics },
  { name: 'prune', share: 1_400, every: HOUR, run: pruneAll },
]

/**
 * Runs what is due, one job after the other. A job that fails or takes longer than its share holds up none of the others,
 * and leaves word in its heartbeat.
 */
export async function runJobs(jobs: readonly Job[] = JOBS): Promise<void> {
  for (const job of jobs) await Promise.race([runJob(job), sleep(job.share, undefined, { ref: false })])
}

async function runJob({ name, share, every, run }: Job): Promise<void> {
  const { db, log } = runtime()
  const end = performance.now() + share
  try {
    if (every !== undefined && ((await readSuccessAge(db, name)) ?? every) < every) return
    await noteStart(db, name)
    const said = await run(() => end - performance.now())
    if (said) log.info(name, said)
    await noteEnd(db, name)
  } catch (fault) {
    log.error(`${name} failed`, {}, fault)
    // The database may be what is at fault: then there is nowhere to note it.
    await noteEnd(db, name, 'The job failed. See the log of the function.').catch(() => {})
  }
}

/** Purges the pages of writes that were not purged after their answer, and a second time those that were. */
async function purgeMissed() {
  const writes = await purgePages()
  return writes > 0 ? { writes } : undefined
}

/** Publishes the change sets whose time has come. The reconciler, which comes next, asks for their build. (decision 0068) */
async function publishScheduled(timeLeft: () => number) {
  const { db, clock, siteUrl, env } = runtime()
  const rules = { registrationOrigin: env.registrationOrigin }
  const done = await publishDueSets(db, { site: { siteUrl, siteName: env.siteName }, rules, now: clock(), timeLeft })
  return done.published + done.missed + done.failed > 0 ? { ...done } : undefined
}

/** Compares the live site with the database. */
async function reconcileSite() {
  const reconciled = await reconcileNow()
  return reconciled.outcome === 'live' ? undefined : reconciled
}

/** Writes the forum's due mails into the outbox and deletes old notices. */
async function writeNotices(timeLeft: () => number) {
  const { db, clock, log, siteUrl, env } = runtime()
  const { mailed, quiet, faulty } = await mailDueNews(db, {
    site: { siteUrl, siteName: env.siteName },
    now: clock(),
    timeLeft,
    onFault: (fault) => log.error('forum mail put off', {}, fault),
  })
  await pruneNotices(db, clock())
  return mailed + quiet + faulty > 0 ? { mailed, quiet, faulty } : undefined
}

/** Has the mails of all events planned again, so that nothing is missed for long that no change marked. */
async function planAllAgain(): Promise<undefined> {
  await markEverything(runtime().db)
}

/** Plans the mails of events that have changed, and hands over those that are due. (decision 0054) */
async function planEventMails(timeLeft: () => number) {
  const run = await planMails(timeLeft)
  return run.sent + run.faulty > 0 ? { ...run } : undefined
}

/**
 * Ends orders whose time is over, gives new pieces to those that wait for them, and has the payments settled of which the provider
 * has told nothing.
 */
async function doShopJobs(timeLeft: () => number) {
  const { db, clock, siteUrl, env, wakePayments } = runtime()
  if (wakePayments && (await isSweepDue(db, clock()))) await wakePayments()
  const done = await runShopJobs(db, { site: { siteUrl, siteName: env.siteName }, now: clock(), timeLeft })
  return Object.values(done).some((count) => count > 0) ? done : undefined
}

/** Delivers mail and text messages. What fails is tried again by a later run; what is given up stays visible. (security OB4) */
async function deliverOutbox(timeLeft: () => number) {
  const { db, clock, log, siteUrl, env, wakeOutbox } = runtime()
  const mailContext = { site: { siteUrl, siteName: env.siteName }, now: clock() }
  await sendWithheld(db, mailContext).catch((fault: unknown) => log.error('reports not mailed', {}, fault))
  const { sent, retry, dead, hasMore } = await deliver(timeLeft())
  if (hasMore && sent > 0) await wakeOutbox()
  if (dead > 0) log.warn('outbox gave up', { dead })
  await prune()
  return sent + retry + dead > 0 ? { sent, retry, dead } : undefined
}

/** Notices mail that waits or fails, and sends owners a text message about it. */
async function watchMailNow() {
  const { db, clock, siteUrl, env } = runtime()
  const notified = await watchMail(db, { siteUrl, siteName: env.siteName }, clock())
  return notified > 0 ? { notified } : undefined
}

/** Makes the figures of days with new visits again, and counts days that are over a second time. (decision 0061) */
async function countVisits(timeLeft: () => number) {
  const { db, clock, log } = runtime()
  const faults: unknown[] = []
  const running = { now: clock(), timeLeft, onFault: (fault: unknown) => faults.push(fault) }
  const { days, rows } = await rollUp(db, running)
  const recounted = await recount(db, running)
  if (recounted.differences > 0) log.error('visits were counted wrongly', recounted)
  if (faults.length > 0) throw new AggregateError(faults, 'Days could not be counted.')
  return days + recounted.days > 0 ? { days, rows, recounted: recounted.days } : undefined
}

/** Stores the links of the content that lead to other sites. They are asked for in the background. (decision 0065) */
async function findOutsideLinks() {
  const { db, clock, siteUrl } = runtime()
  const found = await storeOutsideLinks(db, await readContent(db, clock()), siteUrl)
  return found > 0 ? { found } : undefined
}

/**
 * Asks for the daily round of checks, and has the rounds run and the mails judged that wait or were cut off, and links to other
 * sites asked for.
 */
async function askForChecks() {
  const { db, clock, env, wakeChecks } = runtime()
  if (wakeChecks === undefined) return undefined
  const isAsked = env.checks === 'automatic' && (await requestDailyRound(db, clock()))
  const areLinksDue = env.checks === 'automatic' && (await isLinkDue(db, clock()))
  if (isAsked || (await isRoundWaiting(db, clock())) || (await isSourceWaiting(db)) || areLinksDue) await wakeChecks()
  return isAsked ? { isAsked } : undefined
}

/** Deletes what is no longer kept about the people of events. (decision 0058) */
async function deleteLogistics() {
  const { db, clock } = runtime()
  const purged = await purgeLogistics(db, clock())
  return Object.values(purged).some((count) => count > 0) ? { ...purged } : undefined
}

/**
 * Forgets what may not be kept: pictures that no post shows, the salts and rows of visits, counters, registrations,
 * sessions, links and reports whose time is over, attempts, bans and checks of more than 90 days ago, signing keys.
 */
async function pruneAll(): Promise<undefined> {
  const { db, clock, log } = runtime()
  const now = clock()
  log.info('forum pruned', await pruneForum(db, now))
  log.info('visits pruned', await pruneVisits(db, now))
  log.info('security pruned', await pruneSecurity(db, now))
  await pruneCalls(db)
  await pruneProviderNotices(db, now)
  log.info('accounts pruned', await pruneAccounts(db, now))
  log.info('checks pruned', { rounds: await pruneRounds(db, now), mails: await pruneRoundTrips(db, now) })
  log.info('reports pruned', await pruneReports(db, now))
  log.info('signing keys pruned', { keys: await pruneSigningKeys(db, now) })
  const sealed = await resealSecrets(db)
  if (sealed > 0) log.info('secrets sealed', { sealed })
}
