import type { Db } from '#db/client.ts'
import { analyticsDays, analyticsHours, analyticsVisits } from '#db/schema/analytics.ts'
import { analyticsImports, analyticsPeriods } from '#db/schema/analytics-imports.ts'

type VisitRow = typeof analyticsVisits.$inferInsert
type DayRow = typeof analyticsDays.$inferInsert

/** Visits of one day as the rollup stores them: as many visitors and views as visits, none of which bounced. */
export function visits(day: string, count: number, changes: Partial<VisitRow> = {}): VisitRow {
  return { day, entry: '/', visitors: count, visits: count, views: count, seconds: count * 60, ...changes }
}

export const storeVisits = (db: Db, ...rows: VisitRow[]) => db.insert(analyticsVisits).values(rows)

/** Presses on registration for an event. */
export async function storePresses(db: Db, eventSlug: string, byDay: Readonly<Record<string, number>>): Promise<void> {
  const page = { pagePath: `/event/${eventSlug}`, eventSlug, kind: 'register', place: 'hero' }
  await db
    .insert(analyticsHours)
    .values(
      Object.entries(byDay).map(([day, n]) => ({ ...page, day, hour: new Date(`${day}T18:00:00Z`), n, visits: n })),
    )
}

type Imported = Partial<typeof analyticsImports.$inferInsert> & {
  days?: readonly Omit<DayRow, 'importId'>[]
  periods?: readonly Omit<typeof analyticsPeriods.$inferInsert, 'importId'>[]
}

let imports = 0

/** A finished import with its rows; its id. */
export async function storeImport(db: Db, { days = [], periods = [], ...changes }: Imported): Promise<string> {
  imports += 1
  const file = {
    fileName: 'figures.csv',
    sha256: imports.toString(16).padStart(64, 'a'),
    zone: 'UTC',
    startedBy: 'cli',
  }
  const [row] = await db
    .insert(analyticsImports)
    .values({ kind: 'plausible', state: 'done', createdAt: new Date(1_700_000_000_000 + imports), ...file, ...changes })
    .returning({ id: analyticsImports.id })
  const importId = row?.id ?? ''
  if (days.length > 0) await db.insert(analyticsDays).values(days.map((one) => ({ ...one, importId })))
  if (periods.length > 0) await db.insert(analyticsPeriods).values(periods.map((one) => ({ ...one, importId })))
  return importId
}
