import type { Config } from '@netlify/functions'
import { runtime } from '#netlify/runtime.ts'
import { pruneAccounts } from '#src/domain/accounts/prune-accounts.ts'
import { pruneReports } from '#src/domain/reports/prune-reports.ts'
import { pruneSecurity } from '#src/domain/security/prune-security.ts'
import { pruneSigningKeys } from '#src/domain/signing-keys/signing-key.ts'

/** Forgets counters, registrations, sessions, devices, links, reports nobody verified and signing keys whose time is over, and attempts and bans of more than 90 days ago. */
export default async function handle(): Promise<Response> {
  const { db, clock, log } = runtime()
  log.info('security pruned', await pruneSecurity(db, clock()))
  log.info('accounts pruned', await pruneAccounts(db, clock()))
  log.info('reports pruned', await pruneReports(db, clock()))
  log.info('signing keys pruned', { keys: await pruneSigningKeys(db, clock()) })
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '@hourly' }
