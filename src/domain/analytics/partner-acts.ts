import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { toPlace } from '#src/contract/vendor-statistics.ts'
import type { Act } from './store-rows.ts'

/**
 * What a page tells of its strip of partners, as an act for each vendor: `links` has nothing while the strip is in sight, then the
 * outside links that were pressed, the last one at the end. That is an address, or the id of a partner whose website another one has
 * too. Null if no published event at this slug has partners. (security VP10)
 */
export async function findPartnerActs(db: Db, eventSlug: string, links: readonly string[]): Promise<Act[] | null> {
  const partners = await readPartners(db, eventSlug)
  if (partners.length === 0) return null
  if (links.length === 0) return partners.map(({ vendorId }) => ({ kind: 'partner_shown', place: vendorId }))
  const pressed = links.map(toPlace)
  const isLast = ({ vendorId, websiteUrl }: (typeof partners)[number]) => {
    const place = websiteUrl === null ? null : toPlace(websiteUrl)
    // A partner counts once in a page view.
    return pressed.findIndex((link) => link === vendorId || link === place) === pressed.length - 1
  }
  return partners.filter(isLast).map(({ vendorId }) => ({ kind: 'partner_pressed', place: vendorId }))
}

/** The active partners of a published event, by its slug of now or an earlier one. */
function readPartners(db: Db, eventSlug: string) {
  const { id, isPublished } = eventConfig
  const before = db
    .select({ id: eventSlugRedirects.eventId })
    .from(eventSlugRedirects)
    .where(eq(eventSlugRedirects.oldSlug, eventSlug))
  return db
    .select({ vendorId: vendorLibrary.id, websiteUrl: vendorLibrary.websiteUrl })
    .from(eventConfig)
    .innerJoin(eventVendors, and(eq(eventVendors.eventId, id), eventVendors.isActive))
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
    .where(and(or(eq(eventConfig.eventSlug, eventSlug), sql`${id} = (${before})`), isPublished))
}
