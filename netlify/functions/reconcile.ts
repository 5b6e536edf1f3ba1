import type { Config } from '@netlify/functions'
import { tick } from '#netlify/deploys.ts'
import { runtime } from '#netlify/runtime.ts'

/** Compares the live site with the database. Every minute, because local midnights know no UTC hour. (security P-14) */
export default async function handle(): Promise<Response> {
  const reconciled = await tick()
  if (reconciled.outcome !== 'live') runtime().log.info('reconcile', reconciled)
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '* * * * *' }
