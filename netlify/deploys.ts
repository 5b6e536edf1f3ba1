import type { DeployFailedEvent } from '@netlify/functions'
import { retryWrite } from '#db/retry.ts'
import { requestRound } from '#src/domain/checks/rounds.ts'
import { isLocked } from '#src/domain/site/ask-for-build.ts'
import { markBuilding, markDeployed, markFailed, markHeldBack, setLocked } from '#src/domain/site/builds.ts'
import { type Reconciled, reconcile } from '#src/domain/site/reconcile.ts'
import { runtime } from './runtime.ts'

type Deploy = DeployFailedEvent['deploy']

/** Previews and branches show other content and leave the record of the site alone. (security P-23) */
function isOurs(deploy: Pick<Deploy, 'context'>): boolean {
  return deploy.context === 'production'
}

/** One tick of the reconciler with this process's parts. */
export function reconcileNow(): Promise<Reconciled> {
  const { db, clock, hook, readLive, pace } = runtime()
  return reconcile(db, { readLive, hook, now: clock(), pace })
}

// Netlify reports each of these once: they are written down also when the database is away for a moment. (decision 0011)

export async function deployBuilding(deploy: Deploy): Promise<void> {
  if (isOurs(deploy)) await writeDown((ago) => markBuilding(runtime().db, deploy.id, ago))
}

/** Believes the host that visitors see it, unless it holds builds back; what the site itself says comes on top. */
export async function deploySucceeded(deploy: Deploy): Promise<void> {
  if (!isOurs(deploy)) return
  const { db } = runtime()
  await retryWrite(async () => ((await isLocked(db)) ? markHeldBack(db, deploy.id) : markDeployed(db, deploy.id)))
  await retryWrite(reconcileNow)
  await askForChecks().catch((fault: unknown) => runtime().log.warn('a deploy is not checked', {}, fault))
}

/** Has the checks run on what is live now. */
async function askForChecks(): Promise<void> {
  const { db, clock, env, wakeChecks } = runtime()
  if (env.checks !== 'automatic' || wakeChecks === undefined) return
  await requestRound(db, { trigger: 'deploy', actor: { id: 'schedule' }, now: clock() })
  await wakeChecks()
}

/** Says why, then lets the reconciler decide what follows: a refused older build needs nothing more. */
export async function deployFailed(deploy: Deploy): Promise<void> {
  if (!isOurs(deploy)) return
  const reason = deploy.errorMessage ?? 'The build failed. See its log on Netlify.'
  await writeDown((ago) => markFailed(runtime().db, deploy.id, reason, ago))
  await reconcileNow()
}

/** From now on the host builds and publishes nothing of it. */
export async function deployLocked(): Promise<void> {
  await retryWrite(() => setLocked(runtime().db, true))
}

/** Publishes again: what has waited is asked for. */
export async function deployUnlocked(): Promise<void> {
  await retryWrite(() => setLocked(runtime().db, false))
  await retryWrite(reconcileNow)
}

/** Tells `write` how many milliseconds ago the report came: another build may have started or been asked for since. */
function writeDown(write: (ago: number) => Promise<void>): Promise<void> {
  const start = performance.now()
  return retryWrite(() => write(performance.now() - start))
}
