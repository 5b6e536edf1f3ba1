import type { EventRows } from '#src/contract/event.ts'
import type { Landing } from '#src/contract/landing.ts'
import { eventJsonLd } from '#src/domain/events/event-json-ld.ts'
import { shareCard, sharePath } from '#src/domain/events/share-card.ts'
import type { BuiltSite } from '../pages/_site.ts'

/** What the head of a page about one event says: its own address, or `path` where another page borrows the event. */
export function eventHead(site: BuiltSite, rows: EventRows, landing: Landing, path = `/event/${landing.slug}`) {
  const { siteUrl, siteName } = site.env
  const { slug, meta } = landing
  const image = sharePath(slug, shareCard(rows.event, siteName, landing.now))
  const page = {
    url: new URL(`/event/${slug}`, siteUrl).href,
    imageUrl: new URL(image, siteUrl).href,
    description: meta.description,
    siteUrl,
    siteName,
  }
  return {
    ...meta,
    path,
    image,
    eventSlug: slug,
    hasContent: landing.slots !== undefined,
    jsonLd: eventJsonLd(rows, page, landing.now),
  }
}
