import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentPageRedirects, contentPages } from '#db/schema/content.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { shopProducts, shopSlugRedirects } from '#db/schema/shop.ts'
import type { Instant } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { readActiveMenu } from '../site/read-navigation.ts'
import { joinParts } from '../site/read-site.ts'
import type { KnownSlugs } from './addresses.ts'
import type { LinkFacts } from './check-links.ts'
import type { Content } from './content.ts'
import { readBroken } from './outside-links.ts'

const DAY = 86_400_000

/** The content of the site that visitors see, except events that are over everywhere. */
export async function readContent(tx: Db, now: Instant): Promise<Content> {
  const events = await tx
    .select()
    .from(eventConfig)
    .where(and(eq(eventConfig.isPublished, true), gte(eventConfig.eventDate, dayIn('UTC', now - DAY))))
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
  const { id, slug, title, summary, description, usage, contents, pictures, isActive, displayOrder } = shopProducts
  const products = await tx
    .select({ id, slug, title, summary, description, usage, contents, pictures })
    .from(shopProducts)
    .where(eq(isActive, true))
    .orderBy(asc(displayOrder), asc(id))
  return { events: await joinParts(tx, events.map(toEventConfig)), menu: await readActiveMenu(tx), products }
}

/** Where links can lead now. */
export async function readLinkFacts(tx: Db, siteUrl: string): Promise<LinkFacts> {
  return { siteUrl, slugs: await readSlugs(tx), broken: await readBroken(tx) }
}

/** Addresses that are there, with the former ones, which redirect. */
async function readSlugs(tx: Db): Promise<KnownSlugs> {
  const events = await tx
    .select({ slug: eventConfig.eventSlug, isPublished: eventConfig.isPublished })
    .from(eventConfig)
  const renamed = await tx
    .select({ slug: eventSlugRedirects.oldSlug, isPublished: eventConfig.isPublished })
    .from(eventSlugRedirects)
    .innerJoin(eventConfig, eq(eventConfig.id, eventSlugRedirects.eventId))
  const products = await tx
    .select({ slug: shopProducts.slug })
    .from(shopProducts)
    .where(eq(shopProducts.isActive, true))
  const renamedProducts = await tx
    .select({ slug: shopSlugRedirects.oldSlug })
    .from(shopSlugRedirects)
    .innerJoin(shopProducts, and(eq(shopProducts.id, shopSlugRedirects.productId), eq(shopProducts.isActive, true)))
  const pages = await tx
    .select({ slug: contentPages.slug })
    .from(contentPages)
    .where(eq(contentPages.isPublished, true))
  const renamedPages = await tx
    .select({ slug: contentPageRedirects.oldSlug })
    .from(contentPageRedirects)
    .innerJoin(contentPages, and(eq(contentPages.id, contentPageRedirects.pageId), eq(contentPages.isPublished, true)))
  const all = [...events, ...renamed]
  return {
    events: toSet(all.filter(({ isPublished }) => isPublished)),
    drafts: toSet(all.filter(({ isPublished }) => !isPublished)),
    products: toSet([...products, ...renamedProducts]),
    pages: toSet([...pages, ...renamedPages]),
  }
}

function toSet(rows: readonly { slug: string }[]): Set<string> {
  return new Set(rows.map(({ slug }) => slug))
}
