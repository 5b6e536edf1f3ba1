import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { addEvent } from '#tests/site/event-rows.ts'

type Row = typeof analyticsPageViews.$inferInsert

/** What a visitor did at a time of the day on the clock of the statistics. */
export type Seen = Partial<Omit<Row, 'day' | 'createdAt' | 'visitorKey'>> & {
  visitor?: number
  at: `${string}:${string}`
}

/** Stores rows as the beacons of visitors leave them. */
export async function storeViews(db: Db, day: PlainDay, seen: readonly Seen[]): Promise<void> {
  await db.insert(analyticsPageViews).values(
    seen.map(({ visitor = 1, at, ...row }) => ({
      ...{ id: randomUUID(), pagePath: '/', ...row, day },
      visitorKey: Uint8Array.from([0, 0, 0, 0, 0, 0, visitor >> 8, visitor & 255]),
      createdAt: new Date(instantAt(day, at.slice(0, 5), 'America/Chicago') + Number(at.slice(6) || 0) * 1000),
    })),
  )
}

/** The day that the tests of rollups are about, and its noon. */
export const DAY = '2026-11-20'
export const NOON = instantAt(DAY, '12:00', 'America/Chicago')

/** Has no rows, rollups, events and vendors. */
export async function emptyVisits(db: Db): Promise<void> {
  await db.execute(sql`truncate analytics_page_views, analytics_hours, analytics_visits, analytics_days, analytics_rollups,
    vendor_hit_days, event_config, vendor_library cascade`)
}

/** A run at a moment, with time enough. */
export function running(now = NOON) {
  const onFault = (fault: unknown) => {
    throw fault
  }
  return { now, timeLeft: () => 60_000, onFault }
}

/** An event and a vendor that are older than the day. */
export async function storePartner(db: Db, slug = 'tulsa') {
  const [vendor] = await db
    .insert(vendorLibrary)
    .values({ vendorName: `Gauge ${randomUUID()}` })
    .returning()
  const createdAt = new Date('2026-01-01T00:00:00Z')
  return { eventId: await addEvent(db, slug, { createdAt }), vendorId: vendor?.id ?? '' }
}
