import type { Config } from '@netlify/functions'
import { runtime } from '#netlify/runtime.ts'
import { pruneNotices } from '#src/domain/forum-notices/list-notices.ts'
import { mailDueNews } from '#src/domain/forum-notices/mail-due-news.ts'

/** Netlify ends a scheduled function after 30 seconds. (security OB5) */
const WRITING_TIME = 19_000

/** Writes the forum's due mails into the outbox and has them delivered; deletes old notices. */
export default async function handle(): Promise<Response> {
  const { db, clock, log, siteUrl, env, wakeOutbox } = runtime()
  const end = performance.now() + WRITING_TIME
  const { mailed, quiet, faulty } = await mailDueNews(db, {
    site: { siteUrl, siteName: env.siteName },
    now: clock(),
    timeLeft: () => end - performance.now(),
    onFault: (fault) => log.error('forum mail put off', {}, fault),
  })
  if (mailed + quiet + faulty > 0) log.info('forum mails written', { mailed, quiet, faulty })
  if (mailed > 0) await wakeOutbox()
  await pruneNotices(db, clock())
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '* * * * *' }
