import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import type { Boundary, Incomplete } from '#src/contract/dashboard.ts'
import type { EventConfig } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isCalledOff } from '#src/contract/landing-copy.ts'
import type { Completeness } from '#src/contract/overview.ts'
import { getPhases } from '#src/contract/phases.ts'
import { missingForPublishing, readiness, toDraft } from '#src/contract/readiness.ts'
import { readAgenda, readTeam, readVendors, toEventConfig } from './read-event-parts.ts'

const DAY = 24 * 3_600_000
/** Looked through, soonest date first: a dashboard shows ten of them. */
const LOOKED_AT = 200
const SHOWN = 10

/** The next moments at which the page of an event that takes place changes by itself, soonest first; at most ten. */
export async function listBoundaries(db: Db, now: Instant): Promise<Boundary[]> {
  const events = await listUpcoming(db, now, true)
  return events
    .filter((event) => !isCalledOff(event))
    .flatMap((event) => {
      const { id: eventId, eventName, eventTimezone: timeZone } = event
      const { earlyBirdEndsAt, startsAt, endsAt } = getPhases(event)
      const of = (kind: Boundary['kind'], at: Instant) => ({ eventId, eventName, kind, at, timeZone })
      return [
        ...(earlyBirdEndsAt === undefined ? [] : [of('early bird ends', earlyBirdEndsAt)]),
        of('starts', startsAt),
        of('ends', endsAt),
      ]
    })
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at - b.at)
    .slice(0, SHOWN)
}

/** Upcoming events that something is missing of, soonest first; at most ten. */
export async function listIncomplete(db: Db, now: Instant): Promise<Incomplete[]> {
  const events = await listUpcoming(db, now)
  const agenda = await withActive(db, eventAgenda, events)
  const team = await withActive(db, eventTeam, events)
  const vendors = await withActive(db, eventVendors, events)
  return events
    .map((event) => ({
      id: event.id,
      eventName: event.eventName,
      eventDate: event.eventDate,
      isPublished: event.isPublished,
      missing: missingForPublishing(event),
      fallback: [
        ...(agenda.has(event.id) ? [] : ['agenda']),
        ...(team.has(event.id) ? [] : ['team']),
        ...(vendors.has(event.id) ? [] : ['partners']),
        ...(event.venueName ? [] : ['venue']),
        ...(event.earlyBirdPrice === null ? ['price'] : []),
      ],
    }))
    .filter(({ missing, fallback }) => missing.length + fallback.length > 0)
    .slice(0, SHOWN)
}

/** Events that are not over everywhere on earth, soonest date first: in the order of the index on them, read from its end. */
async function listUpcoming(db: Db, now: Instant, isPublished?: true): Promise<EventConfig[]> {
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10)
  const { eventDate, id } = eventConfig
  const rows = await db
    .select()
    .from(eventConfig)
    .where(and(gte(eventDate, yesterday), isPublished && eq(eventConfig.isPublished, true)))
    .orderBy(sql`${asc(eventDate)} nulls first`, sql`${asc(id)} nulls first`)
    .limit(LOOKED_AT)
  return rows.map(toEventConfig)
}

/** Those of these events that show anything of a part. */
async function withActive(
  db: Db,
  part: typeof eventAgenda | typeof eventTeam | typeof eventVendors,
  events: readonly EventConfig[],
): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const ids = events.map(({ id }) => id)
  const rows = await db
    .selectDistinct({ id: part.eventId })
    .from(part)
    .where(and(inArray(part.eventId, ids), part.isActive))
  return new Set(rows.map(({ id }) => id))
}

/** How complete the next ten events that take place are, drafts included, soonest first. */
export async function listCompleteness(
  db: Db,
  { now, registrationOrigin }: { now: Instant; registrationOrigin: string },
): Promise<Completeness[]> {
  const events = (await listUpcoming(db, now)).filter((event) => !isCalledOff(event)).slice(0, SHOWN)
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const [agenda, team, vendors] = [await readAgenda(db, ids), await readTeam(db, ids), await readVendors(db, ids)]
  return events.map((event) => {
    const isOwn = ({ eventId }: { eventId: string }) => eventId === event.id
    const parts = { agenda: agenda.filter(isOwn), team: team.filter(isOwn), vendors: vendors.filter(isOwn) }
    return toCompleteness(event, readiness(toDraft(event), { registrationOrigin, parts }))
  })
}

function toCompleteness(event: EventConfig, items: ReturnType<typeof readiness>): Completeness {
  const { id, eventName, eventDate, isPublished } = event
  const missing = items.filter(({ state }) => state === 'missing').map(({ label }) => label)
  const fallback = items.filter(({ state }) => state === 'fallback').length
  const filled = items.filter(({ state }) => state === 'done').length
  return { id, eventName, eventDate, isPublished, filled, total: items.length, fallback, missing }
}
