import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Db, inSnapshot } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { media, siteContent } from '#db/schema/site.ts'
import type { EventConfig, EventRows } from '#src/contract/event.ts'
import { nextBoundary, pickFeatured } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type BarFacts, canReport, type Navigation, navigationFor, VIEWER_KINDS } from '#src/contract/navigation.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import type { Shop } from '#src/contract/shop-page.ts'
import type { ShippedWish } from '#src/contract/wish.ts'
import { readAgenda, readTeam, readVendors, toEventConfig } from '../events/read-event-parts.ts'
import { readPartnerContact } from '../settings/settings.ts'
import { readShop } from '../shop-products/read-shop.ts'
import { readShippedWishes } from '../wishes/feedback-figures.ts'
import { readActiveMenu, readSettings } from './read-navigation.ts'

/** Everything the static pages show, as one moment of the database. */
export type Site = {
  /** `site_content.version` of this snapshot. */
  revision: number
  now: Instant
  /** Published events, soonest date first. */
  events: EventRows[]
  featured: EventRows | undefined
  nextBoundaryAt: Instant | undefined
  /** The bar as an anonymous visitor sees it. */
  navigation: Navigation
  /** Whether anybody at all may report: only then the home page carries the button. (product 2) */
  hasReporters: boolean
  /** What the feedback page shows under 'You asked, we did', the latest first. */
  shippedWishes: ShippedWish[]
  redirects: { oldSlug: string; slug: string }[]
  /** Whom vendors and people of events turn to; null if the setting is empty. */
  partnerContact: PartnerContact | null
  shop: Shop
}

/**
 * Reads the whole site in one snapshot, so that no page contradicts another. (security BR2)
 * Any fault is thrown: a build must fail rather than publish an empty site. (security BR6)
 */
export async function readSite(db: Db, now: Instant): Promise<Site> {
  return inSnapshot(db, async (tx) => {
    const events = await readEventRows(tx)
    const featured = pickFeatured(
      events.map((rows) => rows.event),
      now,
    )
    const nextBoundaryAt = nextBoundary(
      events.map((rows) => rows.event),
      now,
    )
    const around = await readAroundEvents(tx, featured)
    return { ...around, now, events, featured: events.find(({ event }) => event === featured), nextBoundaryAt }
  })
}

type Around = Omit<Site, 'now' | 'events' | 'featured' | 'nextBoundaryAt'>

/** What the pages show besides the events, for the event that the home page shows. */
export async function readAroundEvents(tx: Db, featured: BarFacts['featured'] | undefined): Promise<Around> {
  const [content] = await tx.select({ version: siteContent.version }).from(siteContent)
  if (!content) throw new Error('site_content has no row: run the migrations')
  const settings = await readSettings(tx)
  const items = await readActiveMenu(tx)
  return {
    revision: content.version,
    navigation: navigationFor({ items, ...settings, featured, viewer: 'anonymous' }),
    hasReporters: VIEWER_KINDS.some((viewer) => canReport(items, viewer)),
    shippedWishes: await readShippedWishes(tx),
    redirects: await readRedirects(tx),
    partnerContact: await readPartnerContact(tx),
    shop: await readShop(tx),
  }
}

/** Uploaded images by id, for the build to resize. Ids that are not there are simply absent from the result. */
export async function readMedia(db: Db, ids: string[]): Promise<{ id: string; bytes: Uint8Array }[]> {
  if (ids.length === 0) return []
  return db.select({ id: media.id, bytes: media.bytes }).from(media).where(inArray(media.id, ids))
}

/** Published events with all that their pages show, soonest date first; with `only`, those of these ids. */
export async function readEventRows(tx: Db, only?: readonly string[]): Promise<EventRows[]> {
  const rows = await tx
    .select()
    .from(eventConfig)
    .where(and(eq(eventConfig.isPublished, true), only && inArray(eventConfig.id, [...only])))
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
  const events = rows.map(toEventConfig)
  const ids = events.map((event) => event.id)
  if (ids.length === 0) return []
  const agenda = byEvent(await readAgenda(tx, ids))
  const team = byEvent(await readTeam(tx, ids))
  const vendors = byEvent(await readVendors(tx, ids))
  const getParts = <T>(parts: Map<string, T[]>, event: EventConfig) => parts.get(event.id) ?? []
  return events.map((event) => ({
    event,
    agenda: getParts(agenda, event),
    team: getParts(team, event),
    vendors: getParts(vendors, event),
  }))
}

function byEvent<T extends { eventId: string }>(parts: T[]): Map<string, Omit<T, 'eventId'>[]> {
  const groups = new Map<string, Omit<T, 'eventId'>[]>()
  for (const { eventId, ...part } of parts) {
    const group = groups.get(eventId)
    if (group) group.push(part)
    else groups.set(eventId, [part])
  }
  return groups
}

async function readRedirects(tx: Db): Promise<Site['redirects']> {
  return tx
    .select({ oldSlug: eventSlugRedirects.oldSlug, slug: eventConfig.eventSlug })
    .from(eventSlugRedirects)
    .innerJoin(eventConfig, eq(eventConfig.id, eventSlugRedirects.eventId))
    .where(eq(eventConfig.isPublished, true))
    .orderBy(asc(eventSlugRedirects.oldSlug))
}
