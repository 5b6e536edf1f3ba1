import type { Limit } from './limits.ts'

/**
 * So many failures within two hours ban an address: wrong passwords and codes, and links that are none. More than any one limit
 * lets through in an hour, so that those end with a time to wait, and who goes on in the next hour is banned. (security RL7)
 */
export const FAILURES = {
  name: 'failed',
  what: 'failed attempts',
  windows: [{ most: 40, seconds: 7_200 }],
} as const satisfies Limit

/** The key of the row that counts an address's failures. */
export function failuresKey(address: string): string {
  return `${FAILURES.name}:${FAILURES.windows[0].seconds}:${address}`
}

/** The /64 that holds ::1, as address keys have it. */
const LOOPBACK_SITE = '::/64'

/**
 * True for addresses that no failure bans: this machine's own, and the key that all callers without an address share.
 * Their limits hold all the same. (security RL7, P-30)
 */
export function isNeverBanned(address: string): boolean {
  return address === LOOPBACK_SITE || address.startsWith('127.') || address === 'unknown'
}
