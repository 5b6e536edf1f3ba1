import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { formatCity, formatTimeRange } from '#src/contract/event-dates.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isCalledOff } from '#src/contract/landing-copy.ts'
import { getPhases } from '#src/contract/phases.ts'
import { PICKUP_CLOSED, type PickupPlace } from '#src/contract/shop-order.ts'
import type { PickupFacts } from '#src/contract/shop-order-view.ts'
import { addDays, startOfDayAfter, zoneName } from '#src/contract/wall-clock.ts'
import { type EventRow, toEventConfig } from '../events/read-event-parts.ts'
import { readShopSetting } from '../settings/settings.ts'

const DAY = 86_400_000
const MOST_PLACES = 50

/** The workshops at which what is ordered now can be picked up, soonest first. */
export async function listPickupPlaces(db: Db, now: Instant): Promise<PickupPlace[]> {
  const { pickup_closes_days: closesDays } = await readShopSetting(db)
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10)
  const { isPublished, eventDate, id } = eventConfig
  const rows = await db
    .select()
    .from(eventConfig)
    .where(and(eq(isPublished, true), gte(eventDate, yesterday)))
    .orderBy(asc(eventDate), asc(id))
    .limit(MOST_PLACES)
  return rows.filter((event) => isPlace(event, closesDays, now)).map((event) => toPlace(event, closesDays))
}

/** Throws `conflict` for an event at which nothing that is ordered now can be picked up. */
export async function requirePickupPlace(tx: Db, eventId: string, closesDays: number, now: Instant): Promise<void> {
  const [event] = await tx.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event || !isPlace(event, closesDays, now)) throw new Failure('conflict', PICKUP_CLOSED, { field: 'to.eventId' })
}

function isPlace(event: EventRow, closesDays: number, now: Instant): boolean {
  return event.isPublished && !isCalledOff(event) && now < closesAt(event, closesDays)
}

/** The first instant, on the clock of the event, of the day that is so many days before it. */
function closesAt({ eventDate, eventTimezone }: EventRow, closesDays: number): Instant {
  return startOfDayAfter(addDays(eventDate, -closesDays - 1), eventTimezone)
}

function toPlace(event: EventRow, closesDays: number): PickupPlace {
  const { id: eventId, eventName, eventDate } = event
  return { eventId, eventName, eventDate, city: formatCity(event) ?? null, closesAt: closesAt(event, closesDays) }
}

/** Where an order is picked up, as the event is now; null for a deleted event. */
export async function readPickup(db: Db, eventId: string | null): Promise<PickupFacts | null> {
  if (eventId === null) return null
  const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!row) return null
  const event = toEventConfig(row)
  const { startsAt, endsAt } = getPhases(event)
  return {
    eventId,
    eventName: event.eventName,
    eventSlug: event.eventSlug,
    day: event.eventDate,
    times: formatTimeRange(event),
    zone: zoneName(event.eventTimezone, startsAt),
    startsAt,
    endsAt,
    venue: event.venueName,
    address: event.venueAddress ?? formatCity(event) ?? null,
    status: event.isPublished || event.status === 'cancelled' ? event.status : 'unpublished',
  }
}
