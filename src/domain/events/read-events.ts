import { and, asc, between, desc, eq, gt, gte, isNotNull, lt, max, min, notInArray, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import type { EventConfig, EventContent, EventRows } from '#src/contract/event.ts'
import { type EventSummary, toSummary } from '#src/contract/event-summary.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { getOpenings, nextOpening, pickFeatured } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Landing, toLanding } from '#src/contract/landing.ts'
import { isCalledOff } from '#src/contract/landing-copy.ts'
import { requireSlug } from '#src/contract/slug.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { readEventContent } from '../content/read-content.ts'
import { readAgenda, readTeam, readVendors, toEventConfig } from './read-event-parts.ts'

/**
 * The landing of a published event, also under a slug it once had.
 * Throws `invalid` 'Slug is required' and `not_found` 'Event not found.'.
 */
export async function readLanding(db: Db, slug: string | undefined, now: Instant): Promise<Landing> {
  const wanted = requireSlug(slug)
  const event = (await findPublished(db, wanted)) ?? (await findRenamed(db, wanted))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return makeLanding(db, event, now)
}

/** The landing page that the home page shows at `now`; null if nothing is published. */
export async function readFeatured(db: Db, now: Instant): Promise<Landing | null> {
  const event = await findFeatured(db, now)
  return event ? makeLanding(db, event, now) : null
}

async function makeLanding(db: Db, event: EventConfig, now: Instant): Promise<Landing> {
  const [rows, next] = await Promise.all([withParts(db, event), findNext(db, event, now)])
  return toLanding(rows, now, { next })
}

/** Events of one day that may begin in any order. */
const MOST_OF_A_DAY = 20

/** The event that visitors of this one are referred to when they cannot register for it. */
async function findNext(db: Db, event: EventConfig, now: Instant): Promise<EventConfig | undefined> {
  const { eventDate, id, isPublished, registrationUrl, status } = eventConfig
  const today = dayIn('UTC', now - DAY)
  const rows = await db
    .select()
    .from(eventConfig)
    .where(
      and(
        eq(isPublished, true),
        isNotNull(registrationUrl),
        notInArray(status, ['cancelled', 'postponed']),
        gte(eventDate, event.eventDate > today && !isCalledOff(event) ? event.eventDate : today),
      ),
    )
    .orderBy(asc(eventDate), asc(id))
    .limit(MOST_OF_A_DAY)
  return nextOpening(event, getOpenings(rows.map(toEventConfig)), now)
}

/** The featured event itself. */
export async function findFeatured(db: Db, now: Instant): Promise<EventConfig | undefined> {
  const { id, eventDate, eventTimeStart, eventTimeEnd, eventTimezone, earlyBirdDeadline, status } = eventConfig
  const candidates = await db
    .select({ id, eventDate, eventTimeStart, eventTimeEnd, eventTimezone, earlyBirdDeadline, status })
    .from(eventConfig)
    .where(and(eq(eventConfig.isPublished, true), mayBeFeatured(db, now)))
  const featured = pickFeatured(candidates, now)
  if (!featured) return undefined
  const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, featured.id))
  return row && toEventConfig(row)
}

const DAY = 24 * 3_600_000

/**
 * What the choice is among, however many events there are: those of a day that is over in one zone and not in another, of
 * the first day behind these, and of the last before them.
 */
function mayBeFeatured(db: Db, now: Instant): SQL | undefined {
  const { eventDate, isPublished } = eventConfig
  const [first, last] = [dayIn('UTC', now - DAY), dayIn('UTC', now + DAY)]
  const published = eq(isPublished, true)
  const next = db
    .select({ day: min(eventDate) })
    .from(eventConfig)
    .where(and(published, gt(eventDate, last)))
  const previous = db
    .select({ day: max(eventDate) })
    .from(eventConfig)
    .where(and(published, lt(eventDate, first)))
  return or(between(eventDate, first, last), eq(eventDate, next), eq(eventDate, previous))
}

/** Where a list goes on: after this date and id. */
export type EventCursor = { eventDate: string; id: string }

/** Published events, latest date first, one page after the other. `next` is undefined on the last page. */
export async function listPublicEvents(
  db: Db,
  page: { limit: number; after?: EventCursor | undefined },
): Promise<{ items: EventSummary[]; next: EventCursor | undefined }> {
  const { eventDate, id, isPublished } = eventConfig
  const after =
    page.after &&
    or(lt(eventDate, page.after.eventDate), and(eq(eventDate, page.after.eventDate), lt(id, page.after.id)))
  const rows = await db
    .select()
    .from(eventConfig)
    .where(and(eq(isPublished, true), after))
    .orderBy(desc(eventDate), desc(id))
    .limit(page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const next = rows.length > page.limit && last ? { eventDate: last.eventDate, id: last.id } : undefined
  return { items: shown.map((row) => toSummary(toEventConfig(row))), next }
}

async function findPublished(db: Db, slug: string): Promise<EventConfig | undefined> {
  const [row] = await db
    .select()
    .from(eventConfig)
    .where(and(eq(eventConfig.eventSlug, slug), eq(eventConfig.isPublished, true)))
  return row && toEventConfig(row)
}

async function findRenamed(db: Db, oldSlug: string): Promise<EventConfig | undefined> {
  const [row] = await db
    .select({ event: eventConfig })
    .from(eventSlugRedirects)
    .innerJoin(eventConfig, eq(eventConfig.id, eventSlugRedirects.eventId))
    .where(and(eq(eventSlugRedirects.oldSlug, oldSlug), eq(eventConfig.isPublished, true)))
  return row && toEventConfig(row.event)
}

/**
 * Agenda and vendors may fail on their own: the page then says so in their place and shows the rest, without what editors added.
 * (product 2)
 */
export async function withParts(db: Db, event: EventConfig): Promise<EventRows> {
  const [agenda, team, vendors, contents] = await Promise.all([
    readAgenda(db, [event.id]).catch(() => null),
    readTeam(db, [event.id]).catch(() => []),
    readVendors(db, [event.id]).catch(() => null),
    readEventContent(db, [event.id]).catch(() => new Map<string, EventContent>()),
  ])
  const content = contents.get(event.id)
  return { event, agenda, team, vendors, ...(content && { content }) }
}
