import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { toFigure, type VendorStatistics } from '#src/contract/vendor-statistics.ts'

/** How many of the latest events have figures. */
const MOST_EVENTS = 50

/** How the logo of a vendor did at each of its events, the latest first. Small figures are left out. (security VP10) */
export async function readStatistics(db: Db, vendorId: string): Promise<VendorStatistics> {
  const { eventId, shown, clicked, registered } = vendorHitDays
  const total = (column: typeof shown | typeof clicked | typeof registered) => sql<number>`sum(${column})::int`
  const rows = await db
    .select({
      ...{ eventId, name: eventConfig.eventName, day: eventConfig.eventDate },
      ...{ shown: total(shown), clicked: total(clicked), registered: total(registered) },
    })
    .from(vendorHitDays)
    .leftJoin(eventConfig, eq(eventConfig.id, eventId))
    .where(eq(vendorHitDays.vendorId, vendorId))
    .groupBy(eventId, eventConfig.id)
    .orderBy(desc(sql`coalesce(${eventConfig.eventDate}, max(${vendorHitDays.day}))`), desc(eventId))
    .limit(MOST_EVENTS)
  const toFigures = (row: (typeof rows)[number]) => ({
    ...{ eventId: row.eventId, name: row.name, day: row.day },
    ...{ shown: toFigure(row.shown), clicked: toFigure(row.clicked), registered: toFigure(row.registered) },
  })
  return { events: rows.map(toFigures) }
}
