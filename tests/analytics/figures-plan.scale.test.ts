import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { readEventOutcome } from '#src/domain/analytics/read-event-outcome.ts'
import { readWeekFigures } from '#src/domain/analytics/read-week-figures.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'

const EVENTS = 40
let open: TestDb
let explaining: ExplainingDb
/** Three years of rollups, in which each of 40 events has rows on every day. */
beforeAll(async () => {
  open = await testDb()
  explaining = explainingDb(open.url)
  const without = { earlyBirdDeadline: null }
  for (let at = 0; at < EVENTS; at += 1) {
    const day = new Date(Date.parse('2026-02-01') + at * 9 * 86_400_000).toISOString().slice(0, 10)
    const slug = `event-${at}`
    await storeEvent(open.db, { ...without, eventSlug: slug, eventDate: day })
    await open.db.execute(sql`insert into analytics_hours (hour, day, page_path, event_slug, kind, source, n, visits)
      select d, d::date, '/event/' || ${slug}::text, ${slug}::text, k, s, 1, 1
      from generate_series('2024-01-11'::timestamptz, '2027-01-11', '1 day') d,
        unnest(array['view', 'register']) k, unnest(array['', 'google.com']) s`)
    await open.db.execute(sql`insert into analytics_visits (day, event_slug, source, entry, visitors, visits, views)
      select d::date, slug, s, '/', 1, 1, 1
      from generate_series('2024-01-11'::timestamptz, '2027-01-11', '1 day') d,
        unnest(array['', 'google.com', 'plantnews.example']) s, unnest(array['', ${slug}::text]) slug
      on conflict do nothing`)
  }
  await open.db.execute(sql`analyze`)
}, 120_000)
afterAll(async () => {
  await explaining.close()
  await open.close()
})

test('figures by email read the rollups by their indexes, and of the hours only those of their events and week', async () => {
  const [row] = await open.db.select().from(eventConfig).where(sql`event_slug = 'event-35'`)
  if (!row) throw new Error('There is no such event.')
  const monday = instantAt('2026-12-14', '07:00', STATISTICS_ZONE)
  const week = await explaining.explain(() => readWeekFigures(explaining.db, monday))
  const outcome = await explaining.explain(() => readEventOutcome(explaining.db, toEventConfig(row), monday))
  for (const { query, steps } of [...week, ...outcome])
    for (const { kind, table, rows } of steps)
      if (table === 'analytics_hours' || table === 'analytics_visits') {
        expect([kind, table, query]).not.toEqual(['Seq Scan', table, query])
        expect(rows, query).toBeLessThan(80_000)
      }
  const read = (asked: typeof week) =>
    asked.flatMap(({ steps }) => steps.flatMap(({ table, rows }) => (table?.startsWith('analytics_') ? rows : [])))
  expect(Math.max(...read(week))).toBeLessThan(20_000)
})
