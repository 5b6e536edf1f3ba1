import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { contentPageRedirects, contentPages, contentSlots } from '#db/schema/content.ts'
import { matchesWords } from '#db/search.ts'
import {
  type ContentPageChange,
  type ContentPageEntry,
  type NewContentPage,
  pageSlugRedirects,
  pageSlugTaken,
} from '#src/contract/content-page.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { lockContentRow } from '../events/take-slug.ts'
import { deleteVersioned, requireSame, updateVersioned } from '../library/versioned.ts'
import { touchContent } from '../site/touch-content.ts'

const { id, title, slug } = contentPages
const name = sql<string>`lower(${title})`
const uses = sql<number>`(select count(*)::int from ${contentSlots} where ${eq(contentSlots.pageId, id)})`
const columns = { ...getTableColumns(contentPages), uses }
const pages = { table: contentPages, subjectType: 'content_page', missing: NOT_FOUND.contentPage, read: readPage }

type Row = typeof contentPages.$inferSelect & { uses: number; name?: string }

/** Pages by title, each with the number of its blocks. */
export async function listPages(db: Db, { limit, cursor, q }: LibraryQuery): Promise<Page<ContentPageEntry>> {
  const rows = await db
    .select({ ...columns, name })
    .from(contentPages)
    .where(and(matchesWords([title, slug], q), cursor && comesAfter([name, id], cursor)))
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
  return toPage(rows, { limit, toItem: toEntry, getPlace: (row) => [row.name, row.id] })
}

/** Throws `not_found`. */
export async function readPage(db: Db, pageId: string): Promise<ContentPageEntry> {
  const [row] = await db.select(columns).from(contentPages).where(eq(id, pageId))
  if (!row) throw new Failure('not_found', NOT_FOUND.contentPage)
  return toEntry(row)
}

function toEntry({ createdAt, updatedAt, name: _, ...row }: Row): ContentPageEntry {
  return { ...row, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() }
}

/** Adds a page, once for each id. Throws `conflict` for an address of another page, and for an id with other fields. */
export async function createPage(db: Db, page: NewContentPage, actor: Actor): Promise<Changed<ContentPageEntry>> {
  return db.transaction(async (tx) => {
    await lockContentRow(tx)
    const [stored] = await tx.select({ id }).from(contentPages).where(eq(id, page.id))
    if (stored) {
      const item = await readPage(tx, page.id)
      requireSame(item, page)
      return { item, revision: null }
    }
    await takePageSlug(tx, page.slug, page.id)
    const [after] = await tx.insert(contentPages).values(page).returning()
    const revision = page.isPublished ? await touchContent(tx, `added the page ${page.title}`, actor) : null
    const subject = { action: 'content_page.create', subjectType: 'content_page', subjectId: page.id }
    await recordAudit(tx, actor, { ...subject, ...(after && { after }) })
    return { item: await readPage(tx, page.id), revision }
  })
}

/**
 * Saves the whole form of a page. The address that it had leads to the new one. Throws `not_found`, and `conflict` for a stale version
 * or an address of another page.
 */
export async function updatePage(
  db: Db,
  pageId: string,
  { version, ...fields }: ContentPageChange,
  actor: Actor,
): Promise<Changed<ContentPageEntry>> {
  return updateVersioned(db, pages, {
    id: pageId,
    version,
    fields,
    actor,
    touch: async (tx, before) => {
      await lockContentRow(tx)
      if (fields.slug !== before.slug) {
        await takePageSlug(tx, fields.slug, pageId)
        await tx.insert(contentPageRedirects).values({ oldSlug: before.slug, pageId })
      }
      const isSeen = before.isPublished || fields.isPublished
      return isSeen ? touchContent(tx, `changed the page ${fields.title}`, actor) : null
    },
  })
}

/** Deletes a page with its redirects; its blocks stay in the library. Throws `not_found`, and `conflict` for a stale version. */
export async function deletePage(
  db: Db,
  pageId: string,
  version: number,
  actor: Actor,
): Promise<Changed<{ id: string }>> {
  return db.transaction(async (tx) => {
    let revision: number | null = null
    const inspect = async (inner: Db, row: typeof contentPages.$inferSelect) => {
      await refuseInOpenSets(inner, 'content_page', pageId, row.title)
      if (row.isPublished) revision = await touchContent(inner, `deleted the page ${row.title}`, actor)
      const { blockId, position } = contentSlots
      const own = await inner
        .select({ blockId })
        .from(contentSlots)
        .where(eq(contentSlots.pageId, pageId))
        .orderBy(position)
      const kept = { blockIds: own.map((slot) => slot.blockId) }
      return { name: row.title, uses: { count: 0, events: [] }, kept }
    }
    await deleteVersioned(tx, pages, { id: pageId, version, actor, inspect })
    return { item: { id: pageId }, revision }
  })
}

/**
 * Makes sure that a page may have an address: it belongs to the page that has it, then to the last one that had it. Needs
 * `lockContentRow`. Throws `conflict`.
 */
async function takePageSlug(tx: Db, wanted: string, pageId: string): Promise<void> {
  const [user] = await tx.select({ id }).from(contentPages).where(eq(slug, wanted))
  if (user) throw new Failure('conflict', pageSlugTaken(wanted), { field: 'slug' })
  const [keeper] = await tx
    .select({ id, slug })
    .from(contentPageRedirects)
    .innerJoin(contentPages, eq(id, contentPageRedirects.pageId))
    .where(eq(contentPageRedirects.oldSlug, wanted))
  if (keeper && keeper.id !== pageId)
    throw new Failure('conflict', pageSlugRedirects(wanted, keeper.slug), { field: 'slug' })
  await tx.delete(contentPageRedirects).where(eq(contentPageRedirects.oldSlug, wanted))
}
