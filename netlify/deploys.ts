import type { DeployFailedEvent } from '@netlify/functions'
import { retryWrite } from '#db/retry.ts'
import { markBuilding, markFailed } from '#src/domain/site/builds.ts'
import { type Reconciled, reconcile } from '#src/domain/site/reconcile.ts'
import { runtime } from './runtime.ts'

type Deploy = DeployFailedEvent['deploy']

/** Previews and branches show other content and leave the record of the site alone. (security P-23) */
function isOurs(deploy: Pick<Deploy, 'context'>): boolean {
  return deploy.context === 'production'
}

/** One tick of the reconciler with this process's parts. */
export function tick(): Promise<Reconciled> {
  const { db, clock, hook, readLive, pace } = runtime()
  return reconcile(db, { readLive, hook, now: clock(), pace })
}

// Netlify reports each of these once: they are written down also when the database is away for a moment. (decision 0011)

export async function deployBuilding(deploy: Deploy): Promise<void> {
  if (isOurs(deploy)) await writeDown((ago) => markBuilding(runtime().db, ago))
}

export async function deploySucceeded(deploy: Deploy): Promise<void> {
  if (isOurs(deploy)) await retryWrite(tick)
}

/** Says why, then lets the reconciler decide what follows: a refused older build needs nothing more. */
export async function deployFailed(deploy: Deploy): Promise<void> {
  if (!isOurs(deploy)) return
  const reason = deploy.errorMessage ?? 'The build failed. See its log on Netlify.'
  await writeDown((ago) => markFailed(runtime().db, reason, ago))
  await tick()
}

/** Tells `write` how many milliseconds ago the report came: another build may have started or been asked for since. */
function writeDown(write: (ago: number) => Promise<void>): Promise<void> {
  const start = performance.now()
  return retryWrite(() => write(performance.now() - start))
}
