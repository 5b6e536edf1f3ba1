import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { deliveryNotes } from '#db/schema/deliveries.ts'
import { outbox } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { failsTooOften, LONGEST_MAIL_WAIT, type MailOutcome } from '#src/contract/mail-alert.ts'
import { formatDuration } from '#src/contract/plural.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { readSiteMode } from '../site-mode/site-mode.ts'
import { clearAlert, notifyOwners, raiseAlert } from './mail-alert.ts'

/**
 * Begins and ends the warnings about the queue and about failures, and notifies owners of every warning that is new. Resolves with
 * the number of text messages. (security MD6)
 */
export async function watchMail(db: Db, site: LetterSite, now: Instant): Promise<number> {
  await judge(db, 'queue-age', await findWait(db, now), now)
  await judge(db, 'failures', await findFailures(db), now)
  return notifyOwners(db, site, now)
}

async function judge(db: Db, key: string, sentence: string | undefined, now: Instant): Promise<void> {
  if (sentence === undefined) await clearAlert(db, key)
  else await raiseAlert(db, key, sentence, now)
}

/**
 * That mail waits although it should not: it was due an hour ago and nobody tried, or it was tried in vain for an hour in which
 * nothing else was sent. One full mailbox is no reason while other mail is sent, and neither is mail that an owner holds. Every time
 * is the database's.
 */
async function findWait(db: Db, now: Instant): Promise<string | undefined> {
  if ((await readSiteMode(db, now)).mailHeldSince !== null) return undefined
  const { nextAttemptAt, createdAt, attempts, state, channel, sentAt } = outbox
  const toAge = (first: SQL) => sql<number>`coalesce(extract(epoch from now() - ${first}) * 1000, 0)::float8`
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      idle: toAge(sql`min(${nextAttemptAt})`),
      tried: toAge(sql`min(${createdAt}) filter (where ${attempts} > 0)`),
    })
    .from(outbox)
    .where(and(eq(state, 'queued'), eq(channel, 'mail')))
  if (!row || row.count === 0) return undefined
  const isSending = await db.$count(outbox, and(eq(state, 'sent'), eq(channel, 'mail'), gt(sentAt, HOUR_AGO)))
  const longest = Math.max(row.idle, isSending > 0 ? 0 : row.tried)
  if (longest <= LONGEST_MAIL_WAIT) return undefined
  const what = row.count === 1 ? '1 email waits' : `${row.count} emails wait`
  return `${what} to be sent, the oldest for ${formatDuration(longest)}.`
}

const HOUR_AGO = sql`now() - interval '1 hour'`

async function findFailures(db: Db): Promise<string | undefined> {
  const outcome = await readOutcome(db)
  if (!failsTooOften(outcome)) return undefined
  return `${outcome.failed} of ${outcome.total} emails of the last 24 hours could not be delivered.`
}

/** The mail of the last 24 hours that was sent or given up; what came back afterwards has failed, too. */
async function readOutcome(db: Db): Promise<MailOutcome> {
  const { nextAttemptAt, state, channel } = outbox
  const hasBounced = sql`exists (select 1 from ${deliveryNotes} n where n.outbox_id = ${outbox}.id and n.type = 'bounce_hard')`
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      failed: sql<number>`(count(*) filter (where ${state} = 'dead' or ${hasBounced}))::int`,
    })
    .from(outbox)
    .where(and(inArray(state, ['sent', 'dead']), eq(channel, 'mail'), gt(nextAttemptAt, sql`now() - interval '1 day'`)))
  return row ?? { total: 0, failed: 0 }
}
