import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPageRedirects, contentPages } from '#db/schema/content.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { shopProducts, shopSlugRedirects } from '#db/schema/shop.ts'
import type { SitePage } from '#src/contract/content-page.ts'
import type { EventRows } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { readSitePages } from '../content/read-content.ts'
import { readSiteCopy } from '../content/site-copy.ts'
import { NO_OVERLAY, type Overlay, overlaid } from '../site/overlay.ts'
import { readActiveMenu } from '../site/read-navigation.ts'
import { readPublishedRows } from '../site/read-site.ts'
import type { KnownSlugs } from './addresses.ts'
import type { LinkFacts } from './check-links.ts'
import type { CheckedBlock, Content } from './content.ts'
import { readBroken } from './outside-links.ts'

const DAY = 86_400_000

/** The content of the site that visitors see, except events that are over everywhere; with an overlay, as a change set leaves it. */
export async function readContent(tx: Db, now: Instant, overlay: Overlay = NO_OVERLAY): Promise<Content> {
  const events = await readPublishedRows(tx, overlay, dayIn('UTC', now - DAY))
  const { id, slug, title, summary, description, usage, contents, pictures, isActive, displayOrder } = shopProducts
  const products = await tx
    .select({ id, slug, title, summary, description, usage, contents, pictures })
    .from(shopProducts)
    .where(eq(isActive, true))
    .orderBy(asc(displayOrder), asc(id))
  const pages = await readSitePages(tx, overlay)
  const blocks = await readCheckedBlocks(tx, { events, pages }, overlay)
  const copy = await readSiteCopy(tx, overlay)
  return { events, menu: await readActiveMenu(tx, overlay), products, blocks, pages, copy }
}

/** The blocks that these events and pages show, each once, with their names. */
export async function readCheckedBlocks(
  tx: Db,
  { events, pages }: { events: readonly EventRows[]; pages: readonly SitePage[] },
  overlay: Overlay = NO_OVERLAY,
): Promise<CheckedBlock[]> {
  const shown = [
    ...events.flatMap(({ content }) => Object.values(content?.slots ?? {}).flatMap((blocks) => blocks ?? [])),
    ...pages.flatMap(({ blocks }) => blocks),
  ]
  if (shown.length === 0) return []
  const { id, title } = contentBlocks
  const ids = [...new Set(shown.map((block) => block.id))]
  const rows = await tx.select({ id, title }).from(contentBlocks).where(inArray(id, ids))
  const titles = new Map(rows.map((row) => [row.id, overlaid(overlay, 'content_block', row.id, row).title]))
  const distinct = new Map(shown.map(({ html: _, ...block }) => [block.id, block]))
  return [...distinct.values()].map((block) => ({ ...block, title: titles.get(block.id) ?? '' }))
}

type Asked = {
  /** What a change set will have changed. */
  overlay?: Overlay
  /** The slugs of the events that matter; all of them by default. */
  only?: readonly string[]
}

/** Where links can lead now; with an overlay, once a change set is published. */
export async function readLinkFacts(tx: Db, siteUrl: string, asked: Asked = {}): Promise<LinkFacts> {
  return { siteUrl, slugs: await readSlugs(tx, asked), broken: await readBroken(tx) }
}

/** Addresses that are there, with the former ones, which redirect. */
async function readSlugs(tx: Db, { overlay = NO_OVERLAY, only }: Asked): Promise<KnownSlugs> {
  const { oldSlug, eventId } = eventSlugRedirects
  const events = await tx
    .select({ id: eventConfig.id, eventSlug: eventConfig.eventSlug, isPublished: eventConfig.isPublished })
    .from(eventConfig)
    .where(only && or(inArray(eventConfig.eventSlug, [...only]), inArray(eventConfig.id, findRenamed(tx, only))))
  const renamed = await tx
    .select({ slug: oldSlug, id: eventId })
    .from(eventSlugRedirects)
    .where(only && inArray(oldSlug, [...only]))
  const products = await tx
    .select({ slug: shopProducts.slug })
    .from(shopProducts)
    .where(eq(shopProducts.isActive, true))
  const renamedProducts = await tx
    .select({ slug: shopSlugRedirects.oldSlug })
    .from(shopSlugRedirects)
    .innerJoin(shopProducts, and(eq(shopProducts.id, shopSlugRedirects.productId), eq(shopProducts.isActive, true)))
  const { id, slug, isPublished } = contentPages
  const pages = await tx.select({ id, slug, isPublished }).from(contentPages)
  const renamedPages = await tx
    .select({ slug: contentPageRedirects.oldSlug, id: contentPageRedirects.pageId })
    .from(contentPageRedirects)
  const ofEvents = withFormer(
    events.map((row) => ({ ...overlaid(overlay, 'event', row.id, row), before: row.eventSlug })),
    ({ eventSlug }) => eventSlug,
    renamed,
  )
  const ofPages = withFormer(
    pages.map((row) => ({ ...overlaid(overlay, 'content_page', row.id, row), before: row.slug })),
    (row) => row.slug,
    renamedPages,
  )
  return {
    events: toSet(ofEvents.filter((one) => one.isPublished)),
    drafts: toSet(ofEvents.filter((one) => !one.isPublished)),
    products: toSet([...products, ...renamedProducts]),
    pages: toSet(ofPages.filter((one) => one.isPublished)),
  }
}

/** The ids of events that had one of these slugs. */
function findRenamed(tx: Db, slugs: readonly string[]) {
  const { oldSlug, eventId } = eventSlugRedirects
  return tx
    .select({ eventId })
    .from(eventSlugRedirects)
    .where(inArray(oldSlug, [...slugs]))
}

type Addressed = { id: string; isPublished: boolean; before: string }

/** Each address with those that lead to it: the one before a change of the set, and all that it had earlier. */
function withFormer<Row extends Addressed>(
  rows: readonly Row[],
  getSlug: (row: Row) => string,
  renamed: readonly { slug: string; id: string }[],
) {
  const former = Map.groupBy(renamed, ({ id }) => id)
  return rows.flatMap((row) =>
    [getSlug(row), row.before, ...(former.get(row.id) ?? []).map(({ slug }) => slug)].map((slug) => ({
      slug,
      isPublished: row.isPublished,
    })),
  )
}

function toSet(rows: readonly { slug: string }[]): Set<string> {
  return new Set(rows.map(({ slug }) => slug))
}
