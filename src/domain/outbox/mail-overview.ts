import { and, asc, count, countDistinct, eq, gte, inArray, min, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { deliveryNotes, mailAlerts } from '#db/schema/deliveries.ts'
import { siteMode } from '#db/schema/operations.ts'
import { outbox } from '#db/schema/security.ts'
import { MAIL_DAYS, type MailDay, type MailFault, type MailOverview } from '#src/contract/mail.ts'
import { explainStatus } from '#src/contract/mail-status.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { countMails } from './list-mails.ts'

const ZONE = sql.raw(`'${DEFAULT_TIME_ZONE}'`)
const DAYS_BACK = sql.raw(String(MAIL_DAYS - 1))
/** The first moment of the first day that is looked at, by the clock of the database. */
const SINCE = sql`(((now() at time zone ${ZONE})::date - ${DAYS_BACK})::timestamp at time zone ${ZONE})`

/** How delivery goes. All ages and days are by the clock of the database, as all times in the outbox are. */
export async function readMailOverview(db: Db): Promise<MailOverview> {
  const [counts, queue, days, faults, alerts, [mode]] = await Promise.all([
    countMails(db),
    readQueue(db),
    readDays(db),
    readFaults(db),
    db.select().from(mailAlerts).orderBy(asc(mailAlerts.since), asc(mailAlerts.key)),
    db.select({ heldSince: siteMode.mailHeldSince }).from(siteMode),
  ])
  return {
    counts,
    queue: queue.waiting,
    heldSince: mode?.heldSince?.getTime() ?? null,
    days,
    faults,
    tried: days.reduce((sum, { sent, failed }) => sum + sent + failed, 0),
    alerts: alerts.map(({ key, sentence, since }) => ({ key, sentence, since: since.getTime() })),
    now: queue.now,
  }
}

async function readQueue(db: Db) {
  const [row] = await db
    .select({
      count: count(),
      oldestAt: min(outbox.createdAt),
      nextAt: min(outbox.nextAttemptAt),
      retrying: sql<number>`count(*) filter (where ${outbox.attempts} > 0)`.mapWith(Number),
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
    })
    .from(outbox)
    .where(eq(outbox.state, 'queued'))
  const { now = 0, count: waiting = 0, oldestAt, nextAt, retrying = 0 } = row ?? {}
  return {
    now,
    waiting: { count: waiting, oldestAt: oldestAt?.getTime() ?? null, retrying, nextAt: nextAt?.getTime() ?? null },
  }
}

/** The query behind the days, for tests of its plan: a message belongs to the day of its last attempt. */
export function dayRows(db: Db) {
  const day = sql<string>`to_char(${outbox.nextAttemptAt} at time zone ${ZONE}, 'YYYY-MM-DD')`
  return db
    .select({ day: day.as('day'), state: outbox.state, count: count() })
    .from(outbox)
    .where(and(inArray(outbox.state, ['sent', 'dead', 'skipped']), gte(outbox.nextAttemptAt, SINCE)))
    .groupBy(sql`day`, outbox.state)
}

async function readDays(db: Db): Promise<MailDay[]> {
  const rows = await dayRows(db)
  const back = sql`generate_series(0, ${DAYS_BACK}) back`
  const calendar = await db
    .select({ day: sql<string>`to_char((now() at time zone ${ZONE})::date - back, 'YYYY-MM-DD')` })
    .from(back)
    .orderBy(sql`back`)
  return calendar.map(({ day }) => {
    const countOf = (state: string) => rows.find((row) => row.day === day && row.state === state)?.count ?? 0
    return { day, sent: countOf('sent'), failed: countOf('dead'), skipped: countOf('skipped') }
  })
}

const ENHANCED = sql.raw(`'\\m[245]\\.\\d{1,3}\\.\\d{1,3}\\M'`)

/** The queries behind the reasons, for tests of their plan: what was given up, and what was returned after it was sent. */
export function faultRows(db: Db) {
  const code = sql<string | null>`substring(${outbox.lastError} from ${ENHANCED})`
  const given = db
    .select({ code: code.as('code'), said: min(outbox.lastError), count: count() })
    .from(outbox)
    .where(and(eq(outbox.state, 'dead'), gte(outbox.nextAttemptAt, SINCE)))
    .groupBy(sql`code`, sql`case when ${code} is null then ${outbox.lastError} end`)
  const { type, at, outboxId } = deliveryNotes
  const returned = db
    .select({ code: deliveryNotes.code, type, count: countDistinct(outboxId) })
    .from(deliveryNotes)
    .where(and(sql`${type} in ('bounce_hard', 'complaint')`, gte(at, SINCE)))
    .groupBy(deliveryNotes.code, type)
  return { given, returned }
}

async function readFaults(db: Db): Promise<MailFault[]> {
  const { given, returned } = faultRows(db)
  const [dead, notes] = await Promise.all([given, returned])
  const faults = [
    ...dead.map(({ code, said, count }) => ({
      code,
      sentence: code ? explainStatus(code) : (said ?? NO_REASON),
      count,
    })),
    ...notes.map(({ code, type, count }) =>
      type === 'complaint'
        ? { code: null, sentence: COMPLAINT, count }
        : { code, sentence: code ? explainStatus(code) : NO_REASON, count },
    ),
  ]
  const byReason = new Map<string, MailFault>()
  for (const { code, sentence, count } of faults) {
    const key = code ?? sentence
    byReason.set(key, { code, sentence, count: count + (byReason.get(key)?.count ?? 0) })
  }
  return [...byReason.values()].toSorted((a, b) => b.count - a.count || a.sentence.localeCompare(b.sentence))
}

const COMPLAINT = 'The recipient has reported the message as spam.'
const NO_REASON = 'The receiver gave no reason.'
