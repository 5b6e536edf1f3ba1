import { asc, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsNetworks, analyticsPageViews, analyticsSalts } from '#db/schema/analytics.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'

/** Days for which rows of visits are kept. What was counted from them stays. */
const ROWS_KEPT = 60
const SALTS_KEPT = 48 * 3_600_000
/** Days that one run deletes at most, so that it ends well inside a schedule's 30 seconds. */
const MOST_DAYS = 20

/**
 * Deletes rows of visits after 60 days, and salts after 48 hours with what was counted of their networks: from then on nobody can
 * tell whose keys those of the day were. What a run leaves over the next one finds. (decision 0061)
 */
export async function pruneVisits(db: Db, now: Instant): Promise<{ days: number; salts: number }> {
  const salts = await db
    .delete(analyticsSalts)
    .where(lt(analyticsSalts.createdAt, new Date(now - SALTS_KEPT)))
    .returning({ day: analyticsSalts.day })
  const salt = db.select({ day: analyticsSalts.day }).from(analyticsSalts)
  await db.delete(analyticsNetworks).where(notExists(salt.where(eq(analyticsSalts.day, analyticsNetworks.day))))
  return { days: await deleteDays(db, addDays(dayIn(STATISTICS_ZONE, now), -ROWS_KEPT)), salts: salts.length }
}

/** Each day goes whole, or a recount of it would find fewer rows than were counted. */
async function deleteDays(db: Db, before: PlainDay): Promise<number> {
  for (let days = 0; days < MOST_DAYS; days += 1) {
    const [oldest] = await oldestDay(db, before)
    if (!oldest) return days
    await deleteDay(db, oldest.day)
  }
  return MOST_DAYS
}

/** The first day of which there still are rows. */
export function oldestDay(db: Db, before: PlainDay) {
  const { day } = analyticsPageViews
  return db.select({ day }).from(analyticsPageViews).where(lt(day, before)).orderBy(asc(day)).limit(1)
}

export function deleteDay(db: Db, day: PlainDay) {
  return db.delete(analyticsPageViews).where(eq(analyticsPageViews.day, sql`${day}::date`))
}
