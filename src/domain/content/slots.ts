import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { type BlockEntry, blockNeedsEvent, blockTexts, needsEvent } from '#src/contract/content-block.ts'
import { type ContentPlace, type PlaceChange, type PlaceContent, placeKey } from '#src/contract/content-place.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { typedFactWarnings } from '#src/contract/typed-facts.ts'
import { type Changed, isSame, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContentIf } from '../site/touch-content.ts'
import { readNamedFacts } from './preview-block.ts'
import { readBlocks } from './read-blocks.ts'

/** The blocks of a place in their order, also those that are not active. Throws `not_found` for a page or event that is not there. */
export async function readPlace(db: Db, place: ContentPlace): Promise<PlaceContent> {
  await readOwner(db, place)
  const [items, facts] = [await readBlocks(db, await readIds(db, place)), await readNamedFacts(db)]
  return { items: items.map((item) => ({ ...item, warnings: typedFactWarnings(blockTexts(item), facts) })) }
}

/**
 * Gives a place its blocks in their order. Throws `not_found`, and `conflict` if it has others by now than the editor saw, for a block
 * that was deleted, and for a block about an event on a page.
 */
export async function changePlace(
  db: Db,
  { place, blockIds, seen }: PlaceChange,
  actor: Actor,
): Promise<Changed<PlaceContent>> {
  const revision = await db.transaction(async (tx) => {
    const owner = await readOwner(tx, place, 'locked')
    const isShown = async () => {
      if (!isSame(await readIds(tx, place), seen)) throw new Failure('conflict', STALE)
      return owner.isSeen && !isSame(seen, blockIds)
    }
    const touched = await touchContentIf(tx, isShown, `changed the content of ${owner.name}`, actor)
    if (isSame(seen, blockIds)) return touched
    const blocks = await takeBlocks(tx, blockIds)
    const strange = 'pageId' in place ? blocks.find(needsEvent) : undefined
    if (strange) throw new Failure('conflict', blockNeedsEvent(strange.title))
    const before = await readBlocks(tx, seen)
    await tx.delete(contentSlots).where(isAt(place))
    const rows = blockIds.map((blockId, at) => ({ ...toRow(place), blockId, position: at + 1 }))
    if (rows.length > 0) await tx.insert(contentSlots).values(rows)
    const subject = { action: 'content_place.update', subjectType: 'content_place', subjectId: placeKey(place) }
    await recordAudit(tx, actor, { ...subject, before: { blocks: names(before) }, after: { blocks: names(blocks) } })
    return touched
  })
  return { item: await readPlace(db, place), revision }
}

/** The blocks, which cannot be deleted until the transaction ends. Throws `conflict` for one that is gone. */
async function takeBlocks(tx: Db, ids: readonly string[]): Promise<BlockEntry[]> {
  for (const id of ids.toSorted())
    await tx.select({ id: contentBlocks.id }).from(contentBlocks).where(eq(contentBlocks.id, id)).for('key share')
  const blocks = await readBlocks(tx, ids)
  if (blocks.length < ids.length) throw new Failure('conflict', STALE)
  return blocks
}

function names(blocks: readonly BlockEntry[]): string[] {
  return blocks.map(({ title }) => title)
}

/** Whose place it is, and the ids of its blocks in their order. Throws `not_found` for a page or event that is not there. */
export async function readPlacedIds(db: Db, place: ContentPlace): Promise<{ owner: string; blockIds: string[] }> {
  const { name } = await readOwner(db, place)
  return { owner: name, blockIds: await readIds(db, place) }
}

async function readIds(db: Db, place: ContentPlace): Promise<string[]> {
  const { blockId, position } = contentSlots
  const rows = await db.select({ blockId }).from(contentSlots).where(isAt(place)).orderBy(asc(position))
  return rows.map((row) => row.blockId)
}

function isAt(place: ContentPlace): SQL | undefined {
  const { place: at, pageId, eventId } = contentSlots
  if ('pageId' in place) return eq(pageId, place.pageId)
  return and(eq(at, place.slot), place.eventId === null ? isNull(eventId) : eq(eventId, place.eventId))
}

function toRow(place: ContentPlace) {
  if ('pageId' in place) return { place: 'page' as const, pageId: place.pageId }
  return { place: place.slot, eventId: place.eventId }
}

/** Whose place it is, and whether visitors see that. `locked` keeps it from being deleted until the transaction ends. */
async function readOwner(db: Db, place: ContentPlace, mode?: 'locked'): Promise<{ name: string; isSeen: boolean }> {
  if ('pageId' in place) {
    const { title: name, isPublished: isSeen, id } = contentPages
    const query = db.select({ name, isSeen }).from(contentPages).where(eq(id, place.pageId))
    const [page] = await (mode ? query.for('no key update') : query)
    if (!page) throw new Failure('not_found', NOT_FOUND.contentPage)
    return page
  }
  if (place.eventId === null) return { name: 'every event', isSeen: true }
  const { eventName: name, isPublished: isSeen, id } = eventConfig
  const query = db.select({ name, isSeen }).from(eventConfig).where(eq(id, place.eventId))
  const [event] = await (mode ? query.for('no key update') : query)
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return event
}
