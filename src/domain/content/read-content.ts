import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPageRedirects, contentPages, contentSlots } from '#db/schema/content.ts'
import type { SiteBlock, SlotBlocks } from '#src/contract/content-block.ts'
import { SLOT_NAMES, type Slot } from '#src/contract/content-kinds.ts'
import type { SitePage } from '#src/contract/content-page.ts'
import { parseSlotKey, placeKey } from '#src/contract/content-place.ts'
import type { EventContent } from '#src/contract/event.ts'
import { NO_OVERLAY, type Overlay, overlaid, overlaidIds, overlayKey } from '../site/overlay.ts'
import { toSiteBlock } from './read-blocks.ts'
import { readSiteCopy } from './site-copy.ts'

const { id, kind, body, html, isActive } = contentBlocks
const block = { id, kind, body, html, isActive }

/**
 * What editors put on the landing pages of these events: the edited standing texts, and the active blocks of each slot. A slot of
 * an event's own takes the place of the one that every event has. An event without any of it is absent. With an overlay, all of it is as
 * a change set leaves it.
 */
export async function readEventContent(
  db: Db,
  eventIds: readonly string[],
  overlay: Overlay = NO_OVERLAY,
): Promise<Map<string, EventContent>> {
  const copy = await readSiteCopy(db, overlay)
  const { eventId } = contentSlots
  const isOne = eventIds.length === 0 ? isNull(eventId) : or(isNull(eventId), inArray(eventId, [...eventIds]))
  const rows = await readPlaced(db, and(isNull(contentSlots.pageId), isOne), overlay)
  const common = toSlots(rows.filter((row) => row.eventId === null))
  const own = Map.groupBy(rows, (row) => row.eventId)
  const contents = eventIds.map((event): [string, EventContent] => {
    const slots = { ...common, ...toSlots(own.get(event) ?? []) }
    return [event, { copy, slots }]
  })
  const isFilled = ({ copy: edited, slots }: EventContent) =>
    Object.keys(edited).length > 0 || Object.keys(slots).length > 0
  return new Map(contents.filter(([, content]) => isFilled(content)))
}

type BlockRow = Pick<typeof contentBlocks.$inferSelect, 'id' | 'kind' | 'body' | 'html' | 'isActive'>
type Placed = Pick<typeof contentSlots.$inferSelect, 'place' | 'eventId' | 'pageId'> & { block: BlockRow }

/** The active blocks of these places in their order. */
async function readPlaced(db: Db, where: SQL | undefined, overlay: Overlay): Promise<Placed[]> {
  const { place, eventId, pageId, blockId, position } = contentSlots
  const rows = await db
    .select({ place, eventId, pageId, block })
    .from(contentSlots)
    .innerJoin(contentBlocks, eq(id, blockId))
    .where(and(where, overlay.size === 0 ? eq(isActive, true) : undefined))
    .orderBy(asc(position), asc(contentSlots.id))
  if (overlay.size === 0) return rows
  return (await placeAnew(db, rows, overlay))
    .map((row) => ({ ...row, block: overlaid(overlay, 'content_block', row.block.id, row.block) }))
    .filter((row) => row.block.isActive)
}

/** The same with the lists of the places that a change set gives other blocks. */
async function placeAnew(db: Db, rows: readonly Placed[], overlay: Overlay): Promise<Placed[]> {
  const lists = [...placesIn(overlay)]
  if (lists.length === 0) return [...rows]
  const wanted = [...new Set(lists.flatMap(([, { blockIds }]) => blockIds))]
  const found = wanted.length === 0 ? [] : await db.select(block).from(contentBlocks).where(inArray(id, wanted))
  const blocks = new Map(found.map((row) => [row.id, row]))
  const keys = new Set(lists.map(([key]) => key))
  const others = rows.filter((row) => !keys.has(row.pageId ?? placeKey(toPlace(row))))
  const changed = lists.flatMap(([, { place, blockIds }]) =>
    blockIds.flatMap((blockId): Placed[] => {
      const row = blocks.get(blockId)
      return row ? [{ ...place, block: row }] : []
    }),
  )
  return [...others, ...changed]
}

type SlotOf = Pick<Placed, 'place' | 'eventId' | 'pageId'>
const toPlace = ({ place, eventId }: SlotOf) => ({ slot: place as Slot, eventId })

/** The pages and slots of an overlay that have a list of blocks, by their keys. */
function placesIn(overlay: Overlay): Map<string, { place: SlotOf; blockIds: string[] }> {
  const idsOf = (type: string, key: string) => (overlay.get(overlayKey(type, key))?.blockIds ?? []) as string[]
  const pages = overlaidIds(overlay, 'content_page').map((pageId) => {
    const place: SlotOf = { place: 'page', eventId: null, pageId }
    return [pageId, { place, blockIds: idsOf('content_page', pageId) }] as const
  })
  const slots = overlaidIds(overlay, 'content_place').flatMap((key) => {
    const slot = parseSlotKey(key)
    const place: SlotOf | undefined = slot && { place: slot.slot, eventId: slot.eventId, pageId: null }
    return place ? [[key, { place, blockIds: idsOf('content_place', key) }] as const] : []
  })
  return new Map([...pages, ...slots])
}

function toSlots(rows: readonly Placed[]): SlotBlocks {
  const slots = Map.groupBy(rows, ({ place }) => place)
  const filled = SLOT_NAMES.flatMap((slot): [Slot, SiteBlock[]][] => {
    const blocks = slots.get(slot)
    return blocks ? [[slot, blocks.map((row) => toSiteBlock(row.block))]] : []
  })
  return Object.fromEntries(filled)
}

/** Published pages by slug, each with its active blocks in their order; with an overlay, as a change set leaves them. */
export async function readSitePages(db: Db, overlay: Overlay = NO_OVERLAY): Promise<SitePage[]> {
  const { slug, title, metaTitle, metaDescription, isPublished, updatedAt } = contentPages
  const changed = overlaidIds(overlay, 'content_page')
  const rows = await db
    .select({ id: contentPages.id, slug, title, metaTitle, metaDescription, isPublished, updatedAt })
    .from(contentPages)
    .where(changed.length > 0 ? or(eq(isPublished, true), inArray(contentPages.id, changed)) : eq(isPublished, true))
    .orderBy(asc(slug))
  const pages = rows.map((row) => overlaid(overlay, 'content_page', row.id, row)).filter((row) => row.isPublished)
  if (pages.length === 0) return []
  const placed = await readPlaced(db, isNotNull(contentSlots.pageId), overlay)
  const blocks = Map.groupBy(placed, (row) => row.pageId)
  const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1)
  return (changed.length > 0 ? pages.toSorted(bySlug) : pages).map(({ isPublished: _, ...page }) => ({
    ...page,
    updatedAt: page.updatedAt.getTime(),
    blocks: (blocks.get(page.id) ?? []).map((row) => toSiteBlock(row.block)),
  }))
}

/** Where the former addresses of published pages lead. */
export async function readPageRedirects(db: Db): Promise<{ oldSlug: string; slug: string }[]> {
  return db
    .select({ oldSlug: contentPageRedirects.oldSlug, slug: contentPages.slug })
    .from(contentPageRedirects)
    .innerJoin(contentPages, eq(contentPages.id, contentPageRedirects.pageId))
    .where(eq(contentPages.isPublished, true))
    .orderBy(asc(contentPageRedirects.oldSlug))
}
