import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { instantAt } from '#src/contract/wall-clock.ts'

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
