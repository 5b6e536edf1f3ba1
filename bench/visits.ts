import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsHours, analyticsPageViews } from '#db/schema/analytics.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { analyticsQuery } from '#src/contract/analytics-query.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { readReport } from '#src/domain/analytics/read-report.ts'
import { recountDay } from '#src/domain/analytics/recount.ts'
import { readWaitingDays, rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { explainingDb } from '#tests/support/explained.ts'
import { copyRollups, manyVisits } from '#tests/support/many-visits.ts'
import { openBenchDatabase } from './database.ts'
import { askAll, toTime } from './forum.ts'
import { againstReference, beside, median, type Row } from './table.ts'

const ROWS = 1_000_000
const DAYS = 60
const TURNS = 7
/** All rollups of a day, beside its rows copied once. */
const MOST_OF_COPY = 12
/** The whole report, beside its statements as text. */
const MOST_OF_BARE = 1.5

/** Rolling up a busy day, counting it again, and what the screen of visits asks, with a million rows of sixty days. */
export async function benchVisits(): Promise<Row[]> {
  const database = await openBenchDatabase()
  try {
    const now = Date.now()
    const today = dayIn(STATISTICS_ZONE, now)
    await fill(database.db, { today, now })
    const report = await timeReport(database.url, now)
    return [...(await timeDay(database.db, { day: today, now })), ...report]
  } finally {
    await database.close()
  }
}

type Moment = { today: string; now: number }

async function fill(db: Db, { today, now }: Moment): Promise<void> {
  const createdAt = new Date(now - 400 * 86_400_000)
  for (let at = 0; at < 20; at += 1)
    await addEvent(db, `event-${at}`, {
      ...{ isPublished: true, createdAt, publishedAt: createdAt, eventDate: addDays(today, at * 20 - 200) },
    })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(manyVisits({ rows: ROWS, days: DAYS, today }))
    await rollUpDay(tx, today, now)
    const rows = Math.ceil(ROWS / DAYS)
    for (const statement of copyRollups(today, { days: DAYS, oldDays: 0, rows })) await tx.execute(statement)
  })
  await db.execute(sql`analyze`)
}

/** A day of 17,000 rows rolled up, beside the same rows copied by one statement, and counted again, beside rolling it up. */
async function timeDay(db: Db, { day, now }: { day: string; now: number }): Promise<Row[]> {
  await db.execute(sql`create table bare_views (like analytics_page_views including all)`)
  const times: Record<'copied' | 'rolledUp' | 'recounted' | 'looked', number[]> = {
    ...{ copied: [], rolledUp: [], recounted: [], looked: [] },
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    await db.execute(sql`truncate bare_views`)
    const copy = sql`insert into bare_views select * from analytics_page_views where day = ${day}`
    times.copied.push(await toTime(() => db.execute(copy)))
    times.rolledUp.push(await toTime(() => rollUpDay(db, day, now)))
    times.recounted.push(await toTime(() => recountDay(db, day)))
    times.looked.push(await toTime(() => readWaitingDays(db, now)))
  }
  const { copied, rolledUp, recounted, looked } = times
  const rows = (await db.$count(analyticsPageViews, eq(analyticsPageViews.day, day))).toLocaleString('en-US')
  const made = (await db.$count(analyticsHours, eq(analyticsHours.day, day))).toLocaleString('en-US')
  return [
    againstReference(
      `a day of ${rows} rows rolled up (${made} rows of hours), beside the rows copied`,
      median(rolledUp),
      median(copied),
      'ms',
      MOST_OF_COPY,
    ),
    beside('the same day counted again in TypeScript, beside rolling it up', median(recounted), median(rolledUp), 'ms'),
    beside('looking for days to roll up, beside rolling one up', median(looked), median(rolledUp), 'ms'),
  ]
}

/** The screen of visits, beside its own statements as text, and beside the views of each day alone. */
async function timeReport(url: string, now: number): Promise<Row[]> {
  const explaining = explainingDb(url)
  const client = await explaining.pool.connect()
  try {
    const rows: Row[] = []
    for (const [what, query] of Object.entries({
      '30 days': {},
      'a source of 30 days': { source: 'source-12.example' },
    })) {
      const ask = () => readReport(explaining.db, analyticsQuery.parse(query), { now })
      const bare = await explaining.record(ask)
      const [ours, texts, views]: [number[], number[], number[]] = [[], [], []]
      for (let turn = 0; turn < TURNS; turn += 1) {
        ours.push(await toTime(ask))
        texts.push(await toTime(() => askAll(client, bare)))
        views.push(await toTime(() => client.query(VIEWS_BY_DAY, [dayIn(STATISTICS_ZONE, now)])))
      }
      const statements = `${bare.length} statements`
      rows.push(
        againstReference(
          `the report of ${what}, beside its ${statements} as text`,
          median(ours),
          median(texts),
          'ms',
          MOST_OF_BARE,
        ),
        beside(`the report of ${what}, beside the rows of visits counted by day`, median(ours), median(views), 'ms'),
      )
    }
    return rows
  } finally {
    client.release()
    await explaining.close()
  }
}

const VIEWS_BY_DAY = `select day, count(*), count(distinct visitor_key) from analytics_page_views
  where day > $1::date - 30 and kind = 'view' group by day order by day`
