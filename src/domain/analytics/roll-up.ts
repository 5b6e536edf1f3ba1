import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { toMillis } from '#db/keyset.ts'
import {
  analyticsDays,
  analyticsHours,
  analyticsPageViews,
  analyticsRollups,
  analyticsVisits,
} from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { addDays, dayIn, startOfDayAfter } from '#src/contract/wall-clock.ts'
import { ROLLUP_VERSION, rollupStatement } from './rollup-statement.ts'

const HOUR = 3_600_000
/** Days whose rows are all there: one day of grace before they are deleted. */
const WHOLE_DAYS = 58
/** A row that is on its way when its day ends has arrived by then. */
const LATE = HOUR

/** A day to roll up. */
export type WaitingDay = {
  day: PlainDay
  rows: number
  /** How many rows of more than an hour ago its rollups lack. */
  overdue: number
  rolledUpAt: Instant | null
}

type Running = { now: Instant; timeLeft: () => number; onFault: (fault: unknown) => void }

/** Rolls up every day that has new rows, today first, while there is time. Resolves with how many days and rows that were. */
export async function rollUp(db: Db, { now, timeLeft, onFault }: Running): Promise<{ days: number; rows: number }> {
  const done = { days: 0, rows: 0 }
  for (const { day } of await readWaitingDays(db, now)) {
    if (timeLeft() <= 0) break
    try {
      done.rows += await rollUpDay(db, day, now)
      done.days += 1
    } catch (fault) {
      onFault(fault)
    }
  }
  return done
}

/**
 * Recomputes the rollups of one day from all its rows. Another process that rolls up the same day waits and gets the same result. Figures of an event
 * that was deleted stay as they were: its rows no longer say whose they are. Resolves with the number of rows.
 */
export async function rollUpDay(db: Db, day: PlainDay, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`analytics ${day}`}, 0))`)
    await tx.delete(analyticsHours).where(eq(analyticsHours.day, day))
    await tx.delete(analyticsVisits).where(eq(analyticsVisits.day, day))
    await tx.delete(analyticsDays).where(and(eq(analyticsDays.day, day), isNull(analyticsDays.importId)))
    const events = tx.select({ id: eventConfig.id }).from(eventConfig)
    await tx.delete(vendorHitDays).where(and(eq(vendorHitDays.day, day), inArray(vendorHitDays.eventId, events)))
    await tx.execute(rollupStatement(day, now))
    const { rows } = analyticsRollups
    const [rolled] = await tx.select({ rows }).from(analyticsRollups).where(eq(analyticsRollups.day, day))
    return rolled?.rows ?? 0
  })
}

/** The days in which a recount still makes sense, the latest first: their rows are all there. */
export function getWholeDays(now: Instant): PlainDay[] {
  const today = dayIn(STATISTICS_ZONE, now)
  return Array.from({ length: WHOLE_DAYS }, (_, ago) => addDays(today, -ago))
}

/**
 * The days to roll up, the latest first: those with rows that came since, each day once more after its end, those that an earlier version
 * of the statement has made, and those in which a recount has found a difference since. Where rows are gone, the rollups stay: the figures would be lost with them.
 */
export async function readWaitingDays(db: Db, now: Instant): Promise<WaitingDay[]> {
  const { day, createdAt } = analyticsPageViews
  const { rolledUpAt, rows, version, recountedAt, differences } = analyticsRollups
  const days = getWholeDays(now).map((one) => ({
    day: one,
    end: new Date(startOfDayAfter(one, STATISTICS_ZONE) + LATE),
  }))
  const looked = sql`(values ${sql.join(
    days.map((one) => sql`(${one.day}::date, ${one.end.toISOString()}::timestamptz)`),
    sql`, `,
  )}) looked (day, ended_at)`
  const hourAgo = new Date(now - HOUR).toISOString()
  const counted = db
    .select({
      count: sql<number>`count(*)::int`.as('count'),
      old: sql<number>`(count(*) filter (where ${createdAt} < ${hourAgo}::timestamptz))::int`.as('old'),
    })
    .from(analyticsPageViews)
    .where(eq(day, sql`looked.day`))
    .as('counted')
  const isOpen = sql`(${rolledUpAt} is null or ${rolledUpAt} < looked.ended_at)`
  const isOver = sql`looked.ended_at <= ${new Date(now).toISOString()}::timestamptz`
  const isWrong = sql`(${version} < ${ROLLUP_VERSION} or (${differences} > 0 and ${recountedAt} > ${rolledUpAt}))`
  return db
    .select({
      day: sql<PlainDay>`looked.day::text`,
      rows: counted.count,
      overdue: sql<number>`greatest(0, ${counted.old} - coalesce(${rows}, 0))`,
      rolledUpAt: toMillis(rolledUpAt),
    })
    .from(looked)
    .leftJoin(analyticsRollups, eq(analyticsRollups.day, sql`looked.day`))
    .crossJoinLateral(counted)
    .where(
      and(
        // By itself, so that the rows of the days that are finished are not even counted.
        sql`(${isOpen} or ${isWrong})`,
        sql`${counted.count} > 0 and ${counted.count} >= coalesce(${rows}, 0)`,
        sql`((${isOpen} and (${counted.count} > coalesce(${rows}, 0) or ${isOver})) or ${isWrong})`,
      ),
    )
    .orderBy(sql`looked.day desc`)
}
