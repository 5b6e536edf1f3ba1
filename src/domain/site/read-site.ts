import { and, asc, eq, gte, inArray, or } from 'drizzle-orm'
import { type Db, inSnapshot } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { media, siteContent } from '#db/schema/site.ts'
import type { SitePage } from '#src/contract/content-page.ts'
import type { EventConfig, EventContent, EventRows } from '#src/contract/event.ts'
import { nextBoundary, pickFeatured } from '#src/contract/featured.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { type BarFacts, canReport, type Navigation, navigationFor, VIEWER_KINDS } from '#src/contract/navigation.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import type { Shop } from '#src/contract/shop-page.ts'
import type { SiteCopy } from '#src/contract/site-copy.ts'
import type { ShippedWish } from '#src/contract/wish.ts'
import { readEventContent, readPageRedirects, readSitePages } from '../content/read-content.ts'
import { readSiteCopy } from '../content/site-copy.ts'
import { readAgenda, readTeam, readVendors, toEventConfig } from '../events/read-event-parts.ts'
import { readPartnerContact } from '../settings/settings.ts'
import { readShop } from '../shop-products/read-shop.ts'
import { readShippedWishes } from '../wishes/feedback-figures.ts'
import { NO_OVERLAY, type Overlay, overlaid, overlaidIds } from './overlay.ts'
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
  /** The standing texts that an editor changed. */
  copy: SiteCopy
  /** Published pages that are made of blocks, by slug. */
  pages: SitePage[]
  pageRedirects: { oldSlug: string; slug: string }[]
}

/**
 * Reads the whole site in one snapshot, so that no page contradicts another. (security BR2)
 * Any fault is thrown: a build must fail rather than publish an empty site. (security BR6)
 * With an overlay, events, people, vendors, menu, bar and content are what they will be once a change set is published.
 */
export async function readSite(
  db: Db,
  now: Instant,
  { overlay = NO_OVERLAY }: { overlay?: Overlay } = {},
): Promise<Site> {
  return inSnapshot(db, async (tx) => {
    const events = await readPublishedRows(tx, overlay)
    const featured = pickFeatured(
      events.map((rows) => rows.event),
      now,
    )
    const nextBoundaryAt = nextBoundary(
      events.map((rows) => rows.event),
      now,
    )
    const { getNavigation, ...around } = await readAroundEvents(tx, overlay)
    const navigation = getNavigation(featured)
    return {
      ...around,
      navigation,
      now,
      events,
      featured: events.find(({ event }) => event === featured),
      nextBoundaryAt,
    }
  })
}

type Around = Omit<Site, 'now' | 'events' | 'featured' | 'nextBoundaryAt' | 'navigation'> & {
  /** The bar, which names the event that the home page shows. */
  getNavigation: (featured: BarFacts['featured'] | undefined) => Navigation
}

/** What the pages show besides the events. */
export async function readAroundEvents(tx: Db, overlay: Overlay = NO_OVERLAY): Promise<Around> {
  const [content] = await tx.select({ version: siteContent.version }).from(siteContent)
  if (!content) throw new Error('site_content has no row: run the migrations')
  const settings = await readSettings(tx, overlay)
  const items = await readActiveMenu(tx, overlay)
  return {
    revision: content.version,
    getNavigation: (featured) => navigationFor({ items, ...settings, featured, viewer: 'anonymous' }),
    hasReporters: VIEWER_KINDS.some((viewer) => canReport(items, viewer)),
    shippedWishes: await readShippedWishes(tx),
    redirects: await readRedirects(tx),
    partnerContact: await readPartnerContact(tx, overlay),
    shop: await readShop(tx, overlay),
    copy: await readSiteCopy(tx, overlay),
    pages: await readSitePages(tx, overlay),
    pageRedirects: await readPageRedirects(tx),
  }
}

/** The uploaded images of this database, for the build to make small. Ids that are not there are simply absent from the results. */
export const uploadsIn = (db: Db) => ({
  /** Which of these there are. */
  find: async (ids: string[]): Promise<string[]> => {
    if (ids.length === 0) return []
    const found = await db.select({ id: media.id }).from(media).where(inArray(media.id, ids))
    return found.map(({ id }) => id)
  },
  /** These, with their bytes. */
  read: (ids: string[]): Promise<{ id: string; bytes: Uint8Array }[]> =>
    db.select({ id: media.id, bytes: media.bytes }).from(media).where(inArray(media.id, ids)),
})

/** Published events with all that their pages show, soonest date first; with `only`, those of these ids. */
export async function readEventRows(tx: Db, only?: readonly string[]): Promise<EventRows[]> {
  const rows = await tx
    .select()
    .from(eventConfig)
    .where(and(eq(eventConfig.isPublished, true), only && inArray(eventConfig.id, [...only])))
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
  return joinParts(tx, rows.map(toEventConfig))
}

/** Published events with their parts, soonest date first, as an overlay leaves them; with `since`, those on that day or later. */
export async function readPublishedRows(tx: Db, overlay: Overlay, since?: PlainDay): Promise<EventRows[]> {
  const changed = overlaidIds(overlay, 'event')
  const isRecent = since === undefined ? undefined : gte(eventConfig.eventDate, since)
  const isPublished = and(eq(eventConfig.isPublished, true), isRecent)
  const rows = await tx
    .select()
    .from(eventConfig)
    .where(changed.length > 0 ? or(isPublished, inArray(eventConfig.id, changed)) : isPublished)
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
  const events = changed.length > 0 ? overlayEvents(rows.map(toEventConfig), overlay) : rows.map(toEventConfig)
  const shown = since === undefined ? events : events.filter(({ eventDate }) => eventDate >= since)
  return joinParts(tx, shown, overlay)
}

/** Events with their active agenda, team and vendors, in the order in which they are given. */
export async function joinParts(
  tx: Db,
  events: readonly EventConfig[],
  overlay: Overlay = NO_OVERLAY,
): Promise<EventRows[]> {
  const ids = events.map((event) => event.id)
  if (ids.length === 0) return []
  const agenda = byEvent(await readAgenda(tx, ids))
  const team = byEvent((await readTeam(tx, ids)).map((row) => overlaid(overlay, 'team_member', row.id, row)))
  const vendors = byEvent((await readVendors(tx, ids)).map((row) => overlaid(overlay, 'vendor', row.id, row)))
  const contents = await readEventContent(tx, ids, overlay)
  const getParts = <T>(parts: Map<string, T[]>, event: EventConfig) => parts.get(event.id) ?? []
  return events.map((event) => ({
    event,
    agenda: getParts(agenda, event),
    team: getParts(team, event),
    vendors: getParts(vendors, event),
    ...toContent(contents.get(event.id)),
  }))
}

function toContent(content: EventContent | undefined): Pick<EventRows, 'content'> {
  return content ? { content } : {}
}

/** The events that will be published, in their new order. */
function overlayEvents(events: readonly EventConfig[], overlay: Overlay): EventConfig[] {
  const byDate = (a: EventConfig, b: EventConfig) =>
    a.eventDate === b.eventDate ? (a.id < b.id ? -1 : 1) : a.eventDate < b.eventDate ? -1 : 1
  return events
    .map((event) => overlaid(overlay, 'event', event.id, event))
    .filter((event) => event.isPublished)
    .sort(byDate)
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
