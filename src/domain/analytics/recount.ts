import { and, asc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type Db, inSnapshot } from '#db/client.ts'
import { comesAfter, getPlace, toMicros } from '#db/keyset.ts'
import {
  analyticsDays,
  analyticsHours,
  analyticsPageViews,
  analyticsRollups,
  analyticsVisits,
} from '#db/schema/analytics.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { startOfDayAfter } from '#src/contract/wall-clock.ts'
import { countDay, type DayCount, type Known, type ViewRow } from './count-day.ts'
import { getWholeDays } from './roll-up.ts'
import { ROLLUP_VERSION } from './rollup-statement.ts'

/** Less than a day, so that every day is counted again each night. */
const PAUSE = 23 * 3_600_000
const BATCH = 5_000

type Running = { now: Instant; timeLeft: () => number; onFault: (fault: unknown) => void }

/**
 * Counts days that are over again, from their rows and apart from the statement that made their rollups, and stores how many rows of the
 * rollups differ. Each day once a night, while there is time; the ones that waited longest come first.
 */
export async function recount(
  db: Db,
  { now, timeLeft, onFault }: Running,
): Promise<{ days: number; differences: number }> {
  const done = { days: 0, differences: 0 }
  for (const { day, rolledUpAt } of await readDue(db, now)) {
    if (timeLeft() <= 0) break
    try {
      const differences = await recountDay(db, day)
      // Rollups that were made during the recount have not been checked.
      const asSeen = and(eq(analyticsRollups.day, day), eq(analyticsRollups.rolledUpAt, rolledUpAt))
      await db
        .update(analyticsRollups)
        .set({ recountedAt: new Date(now), differences })
        .where(asSeen)
      done.days += 1
      done.differences += differences
    } catch (fault) {
      onFault(fault)
    }
  }
  return done
}

/** Not those that an earlier version of the statement has made: it counted less. */
async function readDue(db: Db, now: Instant) {
  const { day, rolledUpAt, recountedAt, version } = analyticsRollups
  const [, ...days] = getWholeDays(now)
  return db
    .select({ day, rolledUpAt })
    .from(analyticsRollups)
    .where(
      and(
        inArray(day, days),
        eq(version, ROLLUP_VERSION),
        or(isNull(recountedAt), lt(recountedAt, new Date(now - PAUSE))),
      ),
    )
    .orderBy(sql`${recountedAt} asc nulls first`, sql`${day} desc`)
}

/**
 * How many rows of the rollups of a day are missing, too many, or have other figures than its rows give. All is read at one moment, and
 * counted after that: a transaction that waits for long is ended.
 */
export async function recountDay(db: Db, day: PlainDay): Promise<number> {
  const { rows, known, stored } = await inSnapshot(db, async (tx) => {
    const known = await readKnown(tx, day)
    return { known, rows: await readRows(tx, day), stored: await readStored(tx, day, known) }
  })
  const [counted, kept] = [toLines(countDay(day, rows, known)), toLines(stored)]
  const names = new Set([...counted.keys(), ...kept.keys()])
  return [...names].filter((name) => counted.get(name) !== kept.get(name)).length
}

/** The rows of a day by visitor, moment and id. */
export async function readRows(db: Db, day: PlainDay): Promise<ViewRow[]> {
  const { day: _, createdAt, visitorKey, ...columns } = getTableColumns(analyticsPageViews)
  const { day: ofRow, id } = analyticsPageViews
  const rows: ViewRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const place = last && [`\\x${last.visitorKey}`, ...getPlace([last.micros, last.id])]
    const batch = await db
      .select({ ...columns, micros: toMicros(createdAt), visitorKey: sql<string>`encode(${visitorKey}, 'hex')` })
      .from(analyticsPageViews)
      .where(and(eq(ofRow, day), place && comesAfter([visitorKey, createdAt, id], place)))
      .orderBy(asc(visitorKey), asc(createdAt), asc(id))
      .limit(BATCH)
    rows.push(...batch)
    if (batch.length < BATCH) return rows
  }
}

/** The events that were there on a day, by each of their slugs, and the vendors that are left. */
async function readKnown(tx: Db, day: PlainDay): Promise<Known> {
  const { id, eventSlug, createdAt } = eventConfig
  const events = await tx.select({ id, slug: eventSlug, createdAt }).from(eventConfig)
  const dayAfter = startOfDayAfter(day, STATISTICS_ZONE)
  const there = events.filter((event) => event.createdAt.getTime() < dayAfter)
  const [ids, taken] = [new Set(there.map((event) => event.id)), new Set(events.map(({ slug }) => slug))]
  const redirects = await tx.select().from(eventSlugRedirects)
  const old = redirects.filter(({ oldSlug, eventId }) => ids.has(eventId) && !taken.has(oldSlug))
  const vendors = await tx.select({ id: vendorLibrary.id }).from(vendorLibrary)
  return {
    events: new Map([
      ...there.map((event): [string, string] => [event.slug, event.id]),
      ...old.map(({ oldSlug, eventId }): [string, string] => [oldSlug, eventId]),
    ]),
    vendors: new Set(vendors.map((vendor) => vendor.id)),
  }
}

/** The figures of a logo at an event that is gone are not counted again: the rows no longer say whose they are. */
async function readStored(tx: Db, day: PlainDay, { events }: Known): Promise<DayCount> {
  const isOwn = and(eq(analyticsDays.day, day), isNull(analyticsDays.importId))
  const hits = await tx.select().from(vendorHitDays).where(eq(vendorHitDays.day, day))
  const ids = new Set(events.values())
  return {
    hours: await tx.select().from(analyticsHours).where(eq(analyticsHours.day, day)),
    visits: await tx.select().from(analyticsVisits).where(eq(analyticsVisits.day, day)),
    days: await tx.select().from(analyticsDays).where(isOwn),
    hits: hits.filter(({ eventId }) => ids.has(eventId)),
  }
}

const FIGURES: ReadonlySet<string> = new Set([
  ...['n', 'visitors', 'visits', 'views', 'seconds', 'bounces', 'agenda', 'letter', 'register'],
  ...['shown', 'clicked', 'registered'],
])
/** Columns that say nothing within one day. */
const SAME: ReadonlySet<string> = new Set(['id', 'day', 'importId'])

/** The figures of each row as text, by what the row is about. A row that is there twice has other figures than one. */
function toLines(count: DayCount): Map<string, string> {
  const lines = new Map<string, string>()
  for (const [about, figures] of listLines(count)) lines.set(about, `${lines.get(about) ?? ''}${figures}`)
  return lines
}

/** The rows of one table all have the same fields. */
function listLines(count: DayCount): [about: string, figures: string][] {
  return Object.entries(count).flatMap(([table, rows]) => {
    const names = Object.keys(rows[0] ?? {}).filter((name) => !SAME.has(name))
    const [about, figures] = [false, true].map((is) => names.filter((name) => FIGURES.has(name) === is).toSorted())
    return rows.map((row): [string, string] => {
      const fields: Record<string, unknown> = { ...row }
      const pick = (picked: readonly string[] = []) => picked.map((name) => fields[name])
      return [JSON.stringify([table, ...pick(about)]), JSON.stringify(pick(figures))]
    })
  })
}
