import type { Limit } from './limits.ts'

/** So many refusals within an hour make a ban. (security RL7) */
export const REFUSALS = {
  name: 'refused',
  what: 'refused attempts',
  windows: [{ most: 20, seconds: 3_600 }],
} as const satisfies Limit

/** The key of the row that counts an address's refusals. */
export function refusalsKey(address: string): string {
  return `${REFUSALS.name}:${REFUSALS.windows[0].seconds}:${address}`
}

/** The /64 that holds ::1, as address keys have it. */
const LOOPBACK_SITE = '::/64'

/**
 * True for addresses that no refusal bans: this machine's own, and the key that all callers without an address share.
 * Their limits hold all the same. (security RL7, P-30)
 */
export function isNeverBanned(address: string): boolean {
  return address === LOOPBACK_SITE || address.startsWith('127.') || address === 'unknown'
}
