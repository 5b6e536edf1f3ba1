import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { comesAfter, comesBefore } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { matchesWords } from '#db/search.ts'
import type { EventConfig, EventStatus } from '#src/contract/event.ts'
import type { EventLine, EventTime, PublicationState } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { missingForPublishing } from '#src/contract/readiness.ts'
import { isTimeZone } from '#src/contract/time-zone.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { toEventConfig } from './read-event-parts.ts'

type EventsWanted = PageQuery<[PlainDay, string]> & {
  q?: string | undefined
  state?: PublicationState | undefined
  when?: EventTime | undefined
  status?: EventStatus | undefined
}

const { eventName, eventSlug, city, state, venueName, eventDate, id, eventTimezone } = eventConfig

/** Events for those who edit them, latest date first and upcoming ones soonest first, narrowed by words and by state. */
export async function listEventLines(db: Db, wanted: EventsWanted, now: Instant): Promise<Page<EventLine>> {
  const time = wanted.when && (await isInTime(db, wanted.when, now))
  const rows = await linesPage(db, wanted, time)
  return toPage(rows, { limit: wanted.limit, toItem: toLine, getPlace: (row) => [row.eventDate, row.id] })
}

type LineRow = Awaited<ReturnType<typeof linesPage>>[number]

/** The rows of one page and one more. The order is that of the index on them. */
export function linesPage(db: Db, wanted: EventsWanted, time?: SQL) {
  const {
    isPublished,
    unpublishedRevision,
    status,
    registrationUrl,
    eventTimeStart,
    eventTimeEnd,
    version,
    updatedAt,
  } = eventConfig
  const shown = {
    id,
    eventSlug,
    eventName,
    eventDate,
    eventTimezone,
    city,
    state,
    isPublished,
    unpublishedRevision,
    status,
    version,
    updatedAt,
  }
  const isSoonestFirst = wanted.when === 'upcoming'
  const order = isSoonestFirst
    ? [asc(eventDate), asc(id)]
    : [sql`${desc(eventDate)} nulls last`, sql`${desc(id)} nulls last`]
  return db
    .select({ ...shown, registrationUrl, eventTimeStart, eventTimeEnd })
    .from(eventConfig)
    .where(
      and(
        wanted.after && (isSoonestFirst ? comesAfter : comesBefore)([eventDate, id], wanted.after),
        wanted.q ? matchesWords([eventName, eventSlug, city, state, venueName], wanted.q) : undefined,
        wanted.state && eq(isPublished, wanted.state === 'published'),
        wanted.status && eq(status, wanted.status),
        time,
      ),
    )
    .orderBy(...order)
    .limit(wanted.limit + 1)
}

/**
 * True for events whose day is over, or not yet, in their own zones. Only yesterday's and today's by UTC's calendar can be
 * either, and what day it is in the zones of these is asked for, as the database may not know a zone's name.
 */
async function isInTime(db: Db, when: EventTime, now: Instant): Promise<SQL | undefined> {
  const today = dayIn('UTC', now)
  const yesterday = dayIn('UTC', now - 86_400_000)
  const unclear = and(gte(eventDate, yesterday), lte(eventDate, today))
  const zones = await db.selectDistinct({ zone: eventTimezone }).from(eventConfig).where(unclear)
  const isComing = zones.map(({ zone }) =>
    and(eq(eventTimezone, zone), gte(eventDate, dayIn(isTimeZone(zone) ? zone : 'UTC', now))),
  )
  if (when === 'upcoming') return and(gte(eventDate, yesterday), or(gt(eventDate, today), ...isComing))
  const isOver = zones.map(({ zone }) =>
    and(eq(eventTimezone, zone), lt(eventDate, dayIn(isTimeZone(zone) ? zone : 'UTC', now))),
  )
  return and(lte(eventDate, today), or(lt(eventDate, yesterday), ...isOver))
}

function toLine({
  eventTimezone: timezone,
  registrationUrl,
  eventTimeStart,
  eventTimeEnd,
  ...row
}: LineRow): EventLine {
  const { eventDate: day, updatedAt } = row
  const needed = { registrationUrl, eventDate: day, eventTimezone: timezone, eventTimeStart, eventTimeEnd }
  return { ...row, timezone, missing: missingForPublishing(needed), updatedAt: updatedAt.getTime() }
}

const MOST = 100
const cursorSchema = z.tuple([z.iso.date(), z.uuid()])

/** One page of events, drafts included, latest date first. `nextCursor` leads to the page after it; null at the end. */
type EventPage = { items: EventConfig[]; nextCursor: string | null }

/**
 * Every event for those who edit them. `limit` is cut to 1-100 and is 50 when absent.
 * Throws `invalid` for a cursor that this function did not make.
 */
export async function listEvents(db: Db, page: { limit?: number; cursor?: string } = {}): Promise<EventPage> {
  const limit = Math.min(Math.max(Math.trunc(page.limit ?? 50), 1), MOST)
  const rows = await db
    .select()
    .from(eventConfig)
    .where(page.cursor === undefined ? undefined : after(page.cursor))
    .orderBy(desc(eventConfig.eventDate), desc(eventConfig.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(toEventConfig)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? toCursor(last) : null }
}

function toCursor({ eventDate, id }: EventConfig): string {
  return Buffer.from(JSON.stringify([eventDate, id])).toString('base64url')
}

function after(cursor: string) {
  const [day, id] = fromCursor(cursor)
  return or(lt(eventConfig.eventDate, day), and(eq(eventConfig.eventDate, day), lt(eventConfig.id, id)))
}

function fromCursor(cursor: string): [string, string] {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Failure('invalid', 'This cursor is not one of ours', { field: 'cursor' })
  }
}
