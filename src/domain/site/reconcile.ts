import { lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteContent } from '#db/schema/site.ts'
import { type BuildInfo, isPastBoundary } from '#src/contract/build.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { BuildHook } from '#src/platform/rebuild.ts'
import type { Actor } from '../audit/audit.ts'
import { type Asked, askForBuild } from './ask-for-build.ts'
import { markLive, markSilentFailed, queueBuild, rememberLive } from './builds.ts'
import { type NextStep, readBuildLengths, readNextStep, type SiteStatus } from './read-build-status.ts'
import { type BuildTiming, timeoutAfter } from './rebuild-plan.ts'
import { touchContent } from './touch-content.ts'

/** What the reconciler compares and whom it asks. */
type Reconciling = {
  /** What visitors see now; null when that cannot be read. */
  readLive: () => Promise<BuildInfo | null>
  hook: BuildHook
  now: Instant
  pace: BuildTiming
}

/** What one tick came to. */
export type Reconciled = { outcome: Exclude<NextStep, 'ask' | 'askAgain'> } | Asked

/** Asked this often within one tick while the hook refuses. */
const ATTEMPTS = 3
const SCHEDULE: Actor = { id: 'schedule' }

/**
 * One tick: writes down what is live, and asks for a build while the live site is older than the database or a boundary
 * has passed. Repeating it is harmless, and repeating it is what makes the site converge whatever got lost before:
 * a POST, a build, a report. (architecture 6, security BR3, BR9)
 *
 * A live site that cannot be read is no reason to ask: then the database says what was published last. Nor is a site that
 * was put back on the host: it stays until something changes.
 */
export async function reconcile(db: Db, { readLive, hook, now, pace }: Reconciling): Promise<Reconciled> {
  const live = await readLive()
  if (live) await recordLive(db, live, now)
  await markSilentFailed(db, timeoutAfter(await readBuildLengths(db), pace.buildPatience))
  const { step, status, shown } = await readNextStep(db, { live, now, timing: pace })
  if (step !== 'ask' && step !== 'askAgain') return { outcome: step }
  const isRepeat = step === 'askAgain'
  const { askAge } = status.facts
  // It is too soon to ask the host. Queuing a build now would make the next tick count it as a new request instead of a repeat.
  if (isRepeat && askAge !== null && askAge < pace.debounce) return { outcome: 'waiting' }
  if (!status.facts.hasQueued && !status.facts.isBuilding) await queueAgain(db, status, shown, now)
  return askForBuild(db, { hook, debounce: pace.debounce, attempts: ATTEMPTS, isRepeat })
}

/** A site past its boundary grants no wish for its own revision: that wish is to build the same content again. */
async function recordLive(db: Db, live: BuildInfo, now: Instant): Promise<void> {
  await advanceRevision(db, live)
  await (isPastBoundary(live, now) ? rememberLive(db, live) : markLive(db, live))
}

/**
 * A live site newer than the database means the database went back, to a backup for instance. No build could ever replace
 * that site, so the database counts on from it.
 */
async function advanceRevision(db: Db, live: BuildInfo): Promise<void> {
  await db.transaction(async (tx) => {
    const raised = await tx
      .update(siteContent)
      .set({ version: live.revision })
      .where(lt(siteContent.version, live.revision))
      .returning({ revision: siteContent.version })
    if (raised.length > 0) await touchContent(tx, 'the live site was newer than the database', SCHEDULE)
  })
}

async function queueAgain(db: Db, { revision }: SiteStatus, shown: BuildInfo | null, now: Instant): Promise<void> {
  const reason =
    shown && isPastBoundary(shown, now) ? 'a date on the site was reached' : 'the live site is not up to date'
  await queueBuild(db, { revision, reason, actor: SCHEDULE.id })
}
