import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPageRedirects, contentPages, contentSlots } from '#db/schema/content.ts'
import type { SiteBlock, SlotBlocks } from '#src/contract/content-block.ts'
import { SLOT_NAMES, type Slot } from '#src/contract/content-kinds.ts'
import type { SitePage } from '#src/contract/content-page.ts'
import type { EventContent } from '#src/contract/event.ts'
import { toSiteBlock } from './read-blocks.ts'
import { readSiteCopy } from './site-copy.ts'

const { id, kind, body, html, isActive } = contentBlocks
const block = { id, kind, body, html }

/**
 * What editors put on the landing pages of these events: the edited standing texts, and the active blocks of each slot. A slot of
 * an event's own takes the place of the one that every event has. An event without any of it is absent.
 */
export async function readEventContent(db: Db, eventIds: readonly string[]): Promise<Map<string, EventContent>> {
  const copy = await readSiteCopy(db)
  const rows = await readSlotRows(db, eventIds)
  const common = toSlots(rows.filter(({ eventId }) => eventId === null))
  const own = Map.groupBy(rows, ({ eventId }) => eventId)
  const contents = eventIds.map((eventId): [string, EventContent] => {
    const slots = { ...common, ...toSlots(own.get(eventId) ?? []) }
    return [eventId, { copy, slots }]
  })
  const isFilled = ({ copy: edited, slots }: EventContent) =>
    Object.keys(edited).length > 0 || Object.keys(slots).length > 0
  return new Map(contents.filter(([, content]) => isFilled(content)))
}

type SlotRow = Awaited<ReturnType<typeof readSlotRows>>[number]

async function readSlotRows(db: Db, eventIds: readonly string[]) {
  const { place, eventId, pageId, blockId, position } = contentSlots
  const isOne = eventIds.length === 0 ? isNull(eventId) : or(isNull(eventId), inArray(eventId, [...eventIds]))
  return db
    .select({ place, eventId, block })
    .from(contentSlots)
    .innerJoin(contentBlocks, eq(id, blockId))
    .where(and(isNull(pageId), eq(isActive, true), isOne))
    .orderBy(asc(position), asc(contentSlots.id))
}

function toSlots(rows: readonly SlotRow[]): SlotBlocks {
  const slots = Map.groupBy(rows, ({ place }) => place)
  const filled = SLOT_NAMES.flatMap((slot): [Slot, SiteBlock[]][] => {
    const blocks = slots.get(slot)
    return blocks ? [[slot, blocks.map((row) => toSiteBlock(row.block))]] : []
  })
  return Object.fromEntries(filled)
}

/** Published pages by slug, each with its active blocks in their order. */
export async function readSitePages(db: Db): Promise<SitePage[]> {
  const { slug, title, metaTitle, metaDescription, isPublished, updatedAt } = contentPages
  const pages = await db
    .select({ id: contentPages.id, slug, title, metaTitle, metaDescription, updatedAt })
    .from(contentPages)
    .where(eq(isPublished, true))
    .orderBy(asc(slug))
  if (pages.length === 0) return []
  const { pageId, blockId, position } = contentSlots
  const rows = await db
    .select({ pageId, block })
    .from(contentSlots)
    .innerJoin(contentBlocks, eq(id, blockId))
    .where(and(isNotNull(pageId), eq(isActive, true)))
    .orderBy(asc(position), asc(contentSlots.id))
  const blocks = Map.groupBy(rows, (row) => row.pageId)
  return pages.map((page) => ({
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
