import { and, between, desc, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsHours } from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { CurveLine, EventChoice, EventCurve } from '#src/contract/analytics-report.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { addDays, daysBetween } from '#src/contract/wall-clock.ts'
import { readSlugs } from './read-scope.ts'

/** How many earlier events an event is compared with, and over how many days before them at most and at least. */
const EARLIER_EVENTS = 4
const LONGEST_CURVE = 120
const SHORTEST_CURVE = 30
/** An event that was measured for fewer days before it says nothing. */
const LEAST_MEASURED = 14

type Now = { since: PlainDay | null; today: PlainDay }

/** How registration was pressed before an event and before the ones before it, by the days that were left. Null without any press. */
export async function readCurve(db: Db, focus: EventChoice, { since, today }: Now): Promise<EventCurve | null> {
  if (since === null) return null
  const events = [focus, ...(await listEarlier(db, focus, since))]
  const presses = await readPresses(db, events)
  const left = [...presses.values()].flatMap((days) => [...days.keys()])
  if (left.length === 0) return null
  const horizon = Math.max(SHORTEST_CURVE, ...left)
  const lines = events.map((event) => toLine(event, presses.get(event.id) ?? new Map(), { horizon, since, today }))
  return { horizon, distance: Math.min(horizon, Math.max(0, daysBetween(today, focus.date))), lines }
}

/** Events before this one that visits were counted before, the latest first. */
function listEarlier(db: Db, { id, date }: EventChoice, since: PlainDay): Promise<EventChoice[]> {
  const { eventDate, eventName, publishedAt, status } = eventConfig
  return db
    .select({ id: eventConfig.id, name: eventName, date: eventDate })
    .from(eventConfig)
    .where(
      and(
        between(eventDate, addDays(since, LEAST_MEASURED), date),
        lt(eventDate, date),
        ne(eventConfig.id, id),
        ne(status, 'cancelled'),
        isNotNull(publishedAt),
      ),
    )
    .orderBy(sql`${desc(eventDate)} nulls last`, sql`${desc(eventConfig.id)} nulls last`)
    .limit(EARLIER_EVENTS)
}

/** How often registration was pressed for each event, by the days that were left. */
async function readPresses(db: Db, events: readonly EventChoice[]): Promise<Map<string, Map<number, number>>> {
  const slugs = await readSlugs(
    db,
    events.map(({ id }) => id),
  )
  const { eventSlug, kind, day, n } = analyticsHours
  const wanted = [...slugs.values()].flat()
  const dates = events.map(({ date }) => date).toSorted()
  const rows = await db
    .select({ slug: eventSlug, day, presses: sql<number>`sum(${n})::int` })
    .from(analyticsHours)
    .where(
      and(
        inArray(eventSlug, wanted),
        eq(kind, 'register'),
        between(day, addDays(dates[0] ?? '', -LONGEST_CURVE), dates.at(-1) ?? ''),
      ),
    )
    .groupBy(eventSlug, day)
  return new Map(
    events.map(({ id, date }) => {
      const own = rows.filter(({ slug }) => slugs.get(id)?.includes(slug))
      const days = own
        .map((row) => [daysBetween(row.day, date), row.presses] as const)
        .filter(([left]) => left >= 0 && left <= LONGEST_CURVE)
      return [id, new Map(days)]
    }),
  )
}

type Bounds = { horizon: number; since: PlainDay; today: PlainDay }

/** The sum of all presses up to each day, the farthest day first. */
function toLine(
  event: EventChoice,
  presses: ReadonlyMap<number, number>,
  { horizon, since, today }: Bounds,
): CurveLine {
  let sum = 0
  const cumulative = Array.from({ length: horizon + 1 }, (_, at) => {
    const left = horizon - at
    sum += presses.get(left) ?? 0
    const day = addDays(event.date, -left)
    return day > today || day < since ? null : sum
  })
  const measuredFrom = daysBetween(since, event.date)
  return { ...event, presses: cumulative, measuredFrom: measuredFrom < horizon ? Math.max(0, measuredFrom) : null }
}
