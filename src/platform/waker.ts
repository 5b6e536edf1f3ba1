import { hash } from 'node:crypto'

/** Has what waits done now, such as delivering the outbox. Never throws: whatever stays is done by the schedule. */
export type Wake = () => Promise<void>

/** Where the functions listen that do at once what waits. */
export const WAKE_PATHS = {
  outbox: '/api/deliver-outbox',
  checks: '/api/run-checks',
  payments: '/api/settle-payments',
} as const

/** Milliseconds. The function answers before it delivers. */
const LONGEST_WAIT = 4_000

/** Asks the function at `siteUrl`, so that those which only write to the outbox hold no mail client. */
export function remoteWaker(
  siteUrl: string,
  secret: string,
  { what = 'outbox', within = LONGEST_WAIT }: { what?: keyof typeof WAKE_PATHS; within?: number } = {},
): Wake {
  const headers = { Authorization: `Bearer ${secret}` }
  const address = new URL(WAKE_PATHS[what], siteUrl)
  return async () => {
    try {
      const signal = AbortSignal.timeout(within)
      const response = await fetch(address, { method: 'POST', headers, redirect: 'manual', signal })
      await response.body?.cancel()
    } catch {}
  }
}

/** What our own functions show each other: anyone who knows the database's address may have its outbox delivered. */
export function wakeSecret(databaseUrl: string): string {
  return hash('sha256', `deliver-outbox ${databaseUrl}`, 'hex')
}
