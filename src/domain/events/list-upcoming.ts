import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { Boundary, Incomplete } from '#src/contract/dashboard.ts'
import type { Instant } from '#src/contract/instant.ts'
import { phasesOf } from '#src/contract/phases.ts'
import { missingForPublishing } from '#src/contract/publishable.ts'
import { toEventConfig } from './event-row.ts'

const DAY = 24 * 3_600_000
/** Looked through, soonest date first: a dashboard shows ten of them. */
const LOOKED_AT = 200
const SHOWN = 10

/** The next moments at which a published page changes by itself, soonest first; at most ten. */
export async function listBoundaries(db: Db, now: Instant): Promise<Boundary[]> {
  const rows = await upcoming(db, now, true)
  return rows
    .flatMap(({ event }) => {
      const { earlyBirdEndsAt, startsAt, endsAt } = phasesOf(event)
      const of = (kind: Boundary['kind'], at: Instant) => ({ eventId: event.id, eventName: event.eventName, kind, at })
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
  const rows = await upcoming(db, now)
  return rows
    .map(({ event, hasAgenda, hasTeam, hasVendors }) => ({
      id: event.id,
      eventName: event.eventName,
      eventDate: event.eventDate,
      isPublished: event.isPublished,
      missing: missingForPublishing(event),
      fallback: [
        ...(hasAgenda ? [] : ['agenda']),
        ...(hasTeam ? [] : ['team']),
        ...(hasVendors ? [] : ['partners']),
        ...(event.venueName ? [] : ['venue']),
        ...(event.earlyBirdPrice === null ? ['price'] : []),
      ],
    }))
    .filter(({ missing, fallback }) => missing.length + fallback.length > 0)
    .slice(0, SHOWN)
}

/** Events that are not over everywhere on earth, soonest date first. */
async function upcoming(db: Db, now: Instant, isPublished?: true) {
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10)
  const rows = await db
    .select({
      event: eventConfig,
      hasAgenda: hasActive('event_agenda'),
      hasTeam: hasActive('event_team'),
      hasVendors: hasActive('event_vendors'),
    })
    .from(eventConfig)
    .where(and(gte(eventConfig.eventDate, yesterday), isPublished && eq(eventConfig.isPublished, true)))
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
    .limit(LOOKED_AT)
  return rows.map(({ event, ...has }) => ({ event: toEventConfig(event), ...has }))
}

/** Whether a part of an event shows anything. Columns are named in full: two tables have an `id`. */
function hasActive(table: 'event_agenda' | 'event_team' | 'event_vendors') {
  return sql<boolean>`exists (select 1 from ${sql.identifier(table)} part where part.event_id = event_config.id and part.is_active)`
}
