import type { Config } from '@netlify/functions'
import { purgePages } from '#netlify/purge-pages.ts'
import { runtime } from '#netlify/runtime.ts'

/** Purges the pages of writes that were not purged after their answer, and a second time those that were. */
export default async function handle(): Promise<Response> {
  const { log } = runtime()
  try {
    const writes = await purgePages()
    if (writes > 0) log.info('pages purged', { writes })
  } catch (fault) {
    log.error('pages not purged', {}, fault)
  }
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '* * * * *' }
