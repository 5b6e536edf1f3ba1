import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { matchesWords } from '#db/search.ts'
import { type BlockEntry, type BlockQuery, readContent, type SiteBlock } from '#src/contract/content-block.ts'
import { SLOT_NAMES } from '#src/contract/content-kinds.ts'
import type { BlockUse } from '#src/contract/content-place.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, toPage } from '#src/contract/page.ts'

const { id, title, kind, tags } = contentBlocks
const name = sql<string>`lower(${title})`
const uses = sql<number>`(select count(*)::int from ${contentSlots} where ${eq(contentSlots.blockId, id)})`
const columns = { ...getTableColumns(contentBlocks), uses }

type Row = typeof contentBlocks.$inferSelect
type CountedRow = Row & { uses: number; name?: string }

/** Blocks by name, of one kind or with one tag where these are asked for. */
export async function listBlocks(db: Db, ask: BlockQuery): Promise<Page<BlockEntry>> {
  const rows = await pageOfBlocks(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toEntry, getPlace: (row) => [row.name, row.id] })
}

/** The query of `listBlocks`, for one row more than is shown. */
function pageOfBlocks(db: Db, { limit, cursor, q, kind: wanted, tag }: BlockQuery) {
  return db
    .select({ ...columns, name })
    .from(contentBlocks)
    .where(
      and(
        matchesWords([title], q),
        wanted && eq(kind, wanted),
        tag === undefined ? undefined : sql`${tags} @> array[${tag}]`,
        cursor && comesAfter([name, id], cursor),
      ),
    )
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
}

/** Throws `not_found`. */
export async function readBlock(db: Db, blockId: string): Promise<BlockEntry> {
  const [row] = await db.select(columns).from(contentBlocks).where(eq(id, blockId))
  if (!row) throw new Failure('not_found', NOT_FOUND.block)
  return toEntry(row)
}

/** These blocks in the order of their ids, as far as they exist. */
export async function readBlocks(db: Db, ids: readonly string[]): Promise<BlockEntry[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(columns)
    .from(contentBlocks)
    .where(inArray(id, [...ids]))
  return ids.flatMap((wanted) => rows.filter((row) => row.id === wanted)).map(toEntry)
}

/** Every tag that a block has, in the order of the alphabet. */
export async function listTags(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tag: sql<string>`unnest(${tags})` })
    .from(contentBlocks)
    .orderBy(sql`1`)
  return rows.map(({ tag }) => tag)
}

function toEntry({ html: _, name: __, body, kind: stored, ...row }: CountedRow): BlockEntry {
  const dates = { createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() }
  return { ...row, ...readContent(stored, body), ...dates }
}

/** A stored block as the site reads it. Throws for a body that this code does not know. */
export function toSiteBlock(row: Pick<Row, 'id' | 'kind' | 'body' | 'html'>): SiteBlock {
  return { id: row.id, html: row.html, ...readContent(row.kind, row.body) }
}

/** Every place where a block is: pages by title, then slots of every event and of single ones. Throws `not_found`. */
export async function readBlockUses(db: Db, blockId: string): Promise<BlockUse[]> {
  await readBlock(db, blockId)
  const { place, eventId, pageId } = contentSlots
  const rows = await db
    .select({ place, page: contentPages, event: eventConfig })
    .from(contentSlots)
    .leftJoin(contentPages, eq(contentPages.id, pageId))
    .leftJoin(eventConfig, eq(eventConfig.id, eventId))
    .where(eq(contentSlots.blockId, blockId))
    .orderBy(asc(contentPages.title), asc(place), sql`${eventConfig.eventDate} desc nulls first`, asc(contentSlots.id))
  return rows.flatMap(({ place: at, page, event }): BlockUse[] => {
    if (page) return [{ pageId: page.id, title: page.title, slug: page.slug, isPublished: page.isPublished }]
    const slot = SLOT_NAMES.find((known) => known === at)
    if (slot === undefined) return []
    if (!event) return [{ slot, event: null }]
    const { id: eventRowId, eventName, eventDate, isPublished } = event
    return [{ slot, event: { id: eventRowId, name: eventName, date: eventDate, isPublished } }]
  })
}
