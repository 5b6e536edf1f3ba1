import type { DeployFailedEvent } from '@netlify/functions'
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

export async function deployBuilding(deploy: Deploy): Promise<void> {
  if (isOurs(deploy)) await markBuilding(runtime().db)
}

export async function deploySucceeded(deploy: Deploy): Promise<void> {
  if (isOurs(deploy)) await tick()
}

/** Says why, then lets the reconciler decide what follows: a refused older build needs nothing more. */
export async function deployFailed(deploy: Deploy): Promise<void> {
  if (!isOurs(deploy)) return
  await markFailed(runtime().db, deploy.errorMessage ?? 'The build failed; its log is on Netlify.')
  await tick()
}
