import { and, eq, sql } from 'drizzle-orm'
import { isBot } from 'isbot'
import type { Db } from '#db/client.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import type { Instant } from '#src/contract/instant.ts'
import { toPlace } from '#src/contract/vendor-statistics.ts'
import { dayIn } from '#src/contract/wall-clock.ts'

/**
 * What a page tells of its strip of partners: nothing pressed yet, or what was pressed, the last one at the end. That is an outside
 * link, or the id of a partner whose website another one has too.
 */
type Hit = { eventSlug: string; links: readonly string[] }
type Facts = { isAdmin: boolean; userAgent: string | undefined; now: Instant }
type Counts = { shown: number; clicked: number; registered: number }

/**
 * Counts that the partners of a published event were in sight, or that a visitor pressed a link of one, or registration after it. Bots
 * and administrators do not count. Nothing about the visitor is kept. (security VP10)
 */
export async function recordHit(db: Db, { eventSlug, links }: Hit, { isAdmin, userAgent, now }: Facts): Promise<void> {
  if (isAdmin || !userAgent || isBot(userAgent)) return
  const { id: eventId, eventTimezone, registrationUrl } = eventConfig
  const partners = await db
    .select({
      eventId,
      eventTimezone,
      registrationUrl,
      vendorId: vendorLibrary.id,
      websiteUrl: vendorLibrary.websiteUrl,
    })
    .from(eventConfig)
    .innerJoin(eventVendors, and(eq(eventVendors.eventId, eventId), eventVendors.isActive))
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
    .where(and(eq(eventConfig.eventSlug, eventSlug), eventConfig.isPublished))
    // In one order for everybody, so that two visitors never wait for each other in a circle.
    .orderBy(vendorLibrary.id)
  const rows = partners.flatMap(({ eventId: event, eventTimezone: zone, registrationUrl: register, ...partner }) => {
    const counts = countFor(partner, register, links)
    return counts ? [{ day: dayIn(zone, now), eventId: event, vendorId: partner.vendorId, ...counts }] : []
  })
  if (rows.length === 0) return
  const { day, eventId: event, vendorId, shown, clicked, registered } = vendorHitDays
  const plus = (column: typeof shown | typeof clicked | typeof registered) =>
    sql`${column} + ${sql.raw(`excluded.${column.name}`)}`
  await db
    .insert(vendorHitDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [day, event, vendorId],
      set: { shown: plus(shown), clicked: plus(clicked), registered: plus(registered) },
    })
}

/** What the last link means for a partner; undefined for nothing. A link counts once in a page view. */
function countFor(
  { vendorId, websiteUrl }: { vendorId: string; websiteUrl: string | null },
  registrationUrl: string | null,
  links: readonly string[],
): Counts | undefined {
  const none = { shown: 0, clicked: 0, registered: 0 }
  if (links.length === 0) return { ...none, shown: 1 }
  const pressed = links.map(toPlace)
  const [last, place] = [pressed.length - 1, websiteUrl === null ? null : toPlace(websiteUrl)]
  const first = pressed.findIndex((link) => link === vendorId || link === place)
  if (first === -1) return undefined
  if (first === last) return { ...none, clicked: 1 }
  const register = registrationUrl === null ? null : toPlace(registrationUrl)
  if (pressed[last] !== register) return undefined
  // Registration after registration, with no press of this partner in between, was counted before.
  const isFirstAfter = !pressed.slice(first, last).includes(register ?? '')
  return isFirstAfter ? { ...none, registered: 1 } : undefined
}
