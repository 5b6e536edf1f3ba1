import type { Db } from '#db/client.ts'
import { analyticsHours, analyticsLeftOut, analyticsRollups, analyticsVisits } from '#db/schema/analytics.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { instantAt } from '#src/contract/wall-clock.ts'

type Visits = Partial<typeof analyticsVisits.$inferInsert>
type Hour = Partial<typeof analyticsHours.$inferInsert>

/** A row of the rollup of visits: ten visits of five visitors, unless it says otherwise. */
export async function addVisits(db: Db, day: string, given: Visits = {}): Promise<void> {
  await db.insert(analyticsVisits).values({ day, entry: '/', visitors: 5, visits: 10, views: 20, ...given })
}

/** A row of the rollup of hours, at noon. */
export async function addHour(db: Db, day: string, given: Hour = {}): Promise<void> {
  const hour = new Date(instantAt(day, '12:00', STATISTICS_ZONE))
  await db.insert(analyticsHours).values({ hour, day, pagePath: '/', kind: 'view', n: 1, visits: 1, ...given })
}

/** Says that a day was rolled up on that day at this time. */
export async function addRollup(db: Db, day: string, on = day, clock = '23:45'): Promise<void> {
  const rolledUpAt = new Date(instantAt(on, clock, STATISTICS_ZONE))
  await db.insert(analyticsRollups).values({ day, rolledUpAt, rows: 1 })
}

/** A week from Monday, January 4, 2027, with the one before it, and what led to an event on January 21. */
export async function storeWeek(db: Db, eventSlug: string): Promise<void> {
  await addVisits(db, '2026-11-01')
  await addVisits(db, '2027-01-03', { visitors: 70, visits: 90, views: 100 })
  await addVisits(db, '2027-01-04', { source: 'plantnews.example', visitors: 100, visits: 120, views: 1_300 })
  await addVisits(db, '2027-01-10', { visitors: 40, visits: 50, views: 80 })
  await addVisits(db, '2027-01-10', { eventSlug, visitors: 40, visits: 50, views: 80 })
  await addVisits(db, '2027-01-11', { visitors: 999, visits: 999, views: 999 })
  await addHour(db, '2027-01-03', { kind: 'register', eventSlug, n: 4 })
  await addHour(db, '2027-01-05', { kind: 'register', eventSlug, n: 3, source: 'google.com' })
  await addHour(db, '2027-01-11', { kind: 'register', eventSlug, n: 50 })
  await addHour(db, '2027-01-05', { n: 12 })
  await addHour(db, '2027-01-06', { n: 3, pagePath: `/event/${eventSlug}`, eventSlug })
  await db.insert(analyticsLeftOut).values([
    { day: '2027-01-04', reason: 'bot', count: 1_200 },
    { day: '2027-01-10', reason: 'bot', count: 34 },
    { day: '2027-01-11', reason: 'preview', count: 5 },
  ])
  await addRollup(db, '2027-01-10', '2027-01-11', '00:10')
}
