import type { Config } from '@netlify/functions'
import { deliver, prune } from '#netlify/outbox.ts'
import { runtime } from '#netlify/runtime.ts'

/** Delivers mail and text messages. What fails is tried again by a later run; what is given up stays visible. (security OB4) */
export default async function handle(): Promise<Response> {
  const { sent, retry, dead } = await deliver()
  if (sent + retry + dead > 0) runtime().log.info('outbox delivered', { sent, retry, dead })
  if (dead > 0) runtime().log.warn('outbox gave up', { dead })
  await prune()
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '* * * * *' }
