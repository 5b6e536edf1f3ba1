import type { NetlifyFunction } from '@netlify/functions'
import { deployBuilding, deployFailed, deployLocked, deploySucceeded, deployUnlocked } from '#netlify/deploys.ts'

/** Netlify reports each deploy here; this is how an editor sees a build start, end or fail. */
export default {
  deployBuilding: ({ deploy }) => deployBuilding(deploy),
  deploySucceeded: ({ deploy }) => deploySucceeded(deploy),
  deployFailed: ({ deploy }) => deployFailed(deploy),
  deployLocked,
  deployUnlocked,
} satisfies NetlifyFunction
