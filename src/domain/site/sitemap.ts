import type { EventConfig } from '#src/contract/event.ts'
import { FORUM_SITEMAP } from '#src/contract/forum-paths.ts'
import type { Instant } from '#src/contract/instant.ts'
import { escapeMarkup } from '#src/contract/markup.ts'

type Listed = Pick<EventConfig, 'eventSlug' | 'updatedAt'>

/**
 * The sitemap of the public pages: home, the list of events, its `further` pages, and one page per event given. Give it
 * published events only; the former address of a renamed event is not included. (sitemaps.org 0.9; security AZ7)
 */
export function sitemapXml(events: readonly Listed[], siteUrl: string, further: readonly string[] = []): string {
  const latest = events.reduce<Instant | undefined>((max, event) => Math.max(max ?? 0, event.updatedAt), undefined)
  const pages = addressOf('/event/', siteUrl)
  const urls = [
    entry('/', siteUrl, latest),
    entry('/events', siteUrl, latest),
    ...further.map((path) => entry(path, siteUrl, undefined)),
    // Nothing in a slug is written in another way in an address, and there may be thousands.
    ...events.map((event) => line(`${pages}${event.eventSlug}`, event.updatedAt)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

function entry(path: string, siteUrl: string, changedAt: Instant | undefined): string {
  return line(addressOf(path, siteUrl), changedAt)
}

const addressOf = (path: string, siteUrl: string) => escapeMarkup(new URL(path, siteUrl).href)

function line(address: string, changedAt: Instant | undefined): string {
  const lastmod = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
  return `  <url><loc>${address}</loc>${lastmod}</url>`
}

/** What crawlers may read: all but the admin area, the APIs and personal links. */
export function robotsTxt(siteUrl: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /logistics-form/
Disallow: /unsubscribe
Disallow: /verify-report

Sitemap: ${new URL('/sitemap.xml', siteUrl).href}
Sitemap: ${new URL(FORUM_SITEMAP, siteUrl).href}
`
}
