import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsHours, analyticsPageViews, analyticsRollups, analyticsVisits } from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { addDemoVisits } from '#netlify/local/demo-visits.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { recount } from '#src/domain/analytics/recount.ts'
import { rollUp } from '#src/domain/analytics/roll-up.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { running } from './view-rows.ts'

const NOW = Date.parse('2026-11-21T18:00:00Z')
const TODAY = dayIn(STATISTICS_ZONE, NOW)

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  await seedDemo(opened.db, NOW, {
    registrationOrigin: 'https://register.uptime-workshops.example',
    addPeople: (tx) => addDemoVisits(tx, NOW),
  })
})
afterAll(() => opened.close())

test('the rollups of the demo are those that its rows give, on every day that has rows', async () => {
  const { db } = opened
  expect(await rollUp(db, running(NOW + 1))).toEqual({ days: 0, rows: 0 })
  expect(await recount(db, running(NOW + 1))).toEqual({ days: 57, differences: 0 })
})

test('the demo has visits of half a year, until now, from many places', async () => {
  const { db } = opened
  const { day, source, campaign, country, device, visits } = analyticsVisits
  const [said] = await db
    .select({
      first: sql<string>`min(${day})`,
      last: sql<string>`max(${day})`,
      days: sql<number>`count(distinct ${day})::int`,
      kinds: sql<
        number[]
      >`array[count(distinct ${source}), count(distinct ${campaign}), count(distinct ${country}), count(distinct ${device})]::int[]`,
      visits: sql<number>`sum(${visits})::int`,
    })
    .from(analyticsVisits)
    .where(eq(analyticsVisits.eventSlug, ''))
  expect(said).toMatchObject({ last: TODAY, kinds: [8, 6, 7, 3] })
  expect(said?.days).toBeGreaterThan(180)
  const { createdAt } = analyticsPageViews
  expect(await db.$count(analyticsPageViews, sql`${createdAt} > ${new Date(NOW).toISOString()}`)).toBe(0)
  expect(await db.$count(analyticsRollups)).toBe(58)
})

test('earlier events have a whole curve, which rises towards their day, and the next one the beginning of its own', async () => {
  const { db } = opened
  const { eventSlug, day, n, kind } = analyticsHours
  const events = await db.select({ slug: eventConfig.eventSlug, date: eventConfig.eventDate }).from(eventConfig)
  const presses = async (slug: string, from: number, to: number) => {
    const date = events.find((event) => event.slug === slug)?.date ?? TODAY
    const [row] = await db
      .select({ sum: sql<number>`coalesce(sum(${n}), 0)::int` })
      .from(analyticsHours)
      .where(
        sql`${eventSlug} = ${slug} and ${kind} = 'register' and ${day} between ${addDays(date, -from)} and ${addDays(date, -to)}`,
      )
    return row?.sum ?? 0
  }
  for (const slug of ['wisconsin', 'chattanooga-pilot']) {
    const curve = [
      await presses(slug, 112, 85),
      await presses(slug, 84, 57),
      await presses(slug, 56, 29),
      await presses(slug, 28, 0),
    ]
    expect(Math.min(...curve)).toBeGreaterThan(0)
    expect(curve[3]).toBeGreaterThan(2 * (curve[1] ?? 0))
  }
  expect(await presses('kansas-city-2026', 112, 64)).toBeGreaterThan(10)
  expect(await db.$count(vendorHitDays)).toBeGreaterThan(100)
})
