import type { Config } from '@netlify/functions'
import { runtime } from '#netlify/runtime.ts'
import { pruneForum } from '#src/domain/forum/prune-forum.ts'

/** Forgets pictures that no post shows, and the keys that posts of more than a day ago were sent with. */
export default async function handle(): Promise<Response> {
  const { db, clock, log } = runtime()
  log.info('forum pruned', await pruneForum(db, clock()))
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '@hourly' }
