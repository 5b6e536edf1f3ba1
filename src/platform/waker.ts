import { hash } from 'node:crypto'

/** Has what waits in the outbox delivered now. Never throws: whatever stays is delivered by the schedule. */
export type WakeOutbox = () => Promise<void>

/** Where the function listens that delivers at once. */
export const WAKE_PATH = '/api/deliver-outbox'

/** Milliseconds. The function answers before it delivers. */
const LONGEST_WAIT = 4_000

/** Asks the function at `siteUrl`, so that those which only write to the outbox hold no mail client. */
export function remoteWaker(siteUrl: string, secret: string, within = LONGEST_WAIT): WakeOutbox {
  const headers = { Authorization: `Bearer ${secret}` }
  return async () => {
    try {
      const signal = AbortSignal.timeout(within)
      const response = await fetch(new URL(WAKE_PATH, siteUrl), { method: 'POST', headers, redirect: 'manual', signal })
      await response.body?.cancel()
    } catch {}
  }
}

/** What our own functions show each other: anyone who knows the database's address may have its outbox delivered. */
export function wakeSecret(databaseUrl: string): string {
  return hash('sha256', `deliver-outbox ${databaseUrl}`, 'hex')
}
