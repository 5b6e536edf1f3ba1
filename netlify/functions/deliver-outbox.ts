import type { Config } from '@netlify/functions'
import { deliver, prune } from '#netlify/outbox.ts'
import { runtime } from '#netlify/runtime.ts'
import { sendWithheld } from '#src/domain/reports/send-withheld.ts'

/** Delivers mail and text messages. What fails is tried again by a later run; what is given up stays visible. (security OB4) */
export default async function handle(): Promise<Response> {
  const { db, clock, log, siteUrl, env } = runtime()
  const mailContext = { site: { siteUrl, siteName: env.siteName }, now: clock() }
  await sendWithheld(db, mailContext).catch((fault: unknown) => log.error('reports not mailed', {}, fault))
  const { sent, retry, dead } = await deliver()
  if (sent + retry + dead > 0) log.info('outbox delivered', { sent, retry, dead })
  if (dead > 0) log.warn('outbox gave up', { dead })
  await prune()
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '* * * * *' }
