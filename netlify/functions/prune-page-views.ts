import type { Config } from '@netlify/functions'
import { runtime } from '#netlify/runtime.ts'
import { prunePageViews } from '#src/domain/page-views/prune-page-views.ts'

/** Forgets what page views may not keep: the browser after a day, the row after 13 months. */
export default async function handle(): Promise<Response> {
  const { db, clock, log } = runtime()
  log.info('page views pruned', await prunePageViews(db, clock()))
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '@hourly' }
