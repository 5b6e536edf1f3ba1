import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumCategories, forumCategoryRedirects, forumTopics } from '#db/schema/forum.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { AdminCategory, CategoryChange, NewCategory } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { type CategoryRow, lockCategories, lockModeration } from '../forum/lock.ts'
import { differs, requireSame, requireVersion } from '../library/versioned.ts'
import { purgeLater } from '../page-purges/page-purges.ts'
import { readCategory } from './list-categories.ts'

const MOST_CATEGORIES = 100
const { id, slug, eventId, displayOrder, version } = forumCategories

/**
 * Adds a category after the others. A repeated call returns the existing one. Throws `conflict`
 * for an id that belongs to another category, an address that another category has or had, an event that has one already, or when
 * there are too many.
 */
export async function createCategory(db: Db, input: NewCategory, actor: Actor): Promise<AdminCategory> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const [there] = await tx.select().from(forumCategories).where(eq(id, input.id))
    if (there) requireSame<Partial<CategoryRow>>(there, input)
    else await add(tx, input, actor)
    return readCategory(tx, input.id)
  })
}

async function add(tx: Db, input: NewCategory, actor: Actor): Promise<void> {
  if ((await tx.$count(forumCategories)) >= MOST_CATEGORIES)
    throw new Failure('conflict', `There can be at most ${MOST_CATEGORIES} categories. Delete one first.`)
  await requireFree(tx, input)
  await takeSlug(tx, input)
  const last = sql<number>`(select coalesce(max(${displayOrder}), 0) + 1 from ${forumCategories})`
  const [after] = await tx
    .insert(forumCategories)
    .values({ ...input, displayOrder: last })
    .returning()
  const subject = { subjectType: 'forum-category', subjectId: input.id }
  await recordAudit(tx, actor, { action: 'forum-category.create', ...subject, ...(after && { after }) })
  await purgeLater(tx, [FORUM_TAG.every])
}

/**
 * Saves the whole form of a category. A save that changes nothing does nothing, and a former address redirects to the
 * new one. Throws `not_found`, and `conflict` for a stale version, for an address that another category has or had, or
 * for an event that has a category already.
 */
export async function changeCategory(
  db: Db,
  category: string,
  { version: read, ...fields }: CategoryChange,
  actor: Actor,
): Promise<AdminCategory> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const [before] = await lockCategories(tx, [category])
    if (!before) throw new Failure('not_found', NOT_FOUND.category)
    requireVersion(before, read)
    if (!differs(before, fields)) return readCategory(tx, category)
    await requireFree(tx, { id: category, ...fields })
    if (before.slug !== fields.slug) await moveTo(tx, before, fields.slug)
    const [after] = await tx
      .update(forumCategories)
      .set({ ...fields, version: sql`${version} + 1` })
      .where(eq(id, category))
      .returning()
    const subject = { subjectType: 'forum-category', subjectId: category }
    await recordAudit(tx, actor, { action: 'forum-category.update', ...subject, before, ...(after && { after }) })
    await purgeLater(tx, [FORUM_TAG.every])
    return readCategory(tx, category)
  })
}

/** The old address redirects to the new one. */
async function moveTo(tx: Db, before: CategoryRow, slug: string): Promise<void> {
  await takeSlug(tx, { id: before.id, slug })
  await keepAsRedirect(tx, before)
}

/** Throws for an address or a room that another category has, and for an event that is not there. */
async function requireFree(tx: Db, wanted: NewCategory): Promise<void> {
  const isTaken = or(eq(slug, wanted.slug), wanted.eventId ? eq(eventId, wanted.eventId) : undefined)
  const [other] = await tx
    .select()
    .from(forumCategories)
    .where(and(ne(id, wanted.id), isTaken))
  if (other?.slug === wanted.slug)
    throw new Failure('conflict', `${other.name} already has this address.`, { field: 'slug' })
  if (other) throw new Failure('conflict', `${other.name} is already the category of this event.`, { field: 'eventId' })
  if (wanted.eventId === null) return
  const [event] = await tx
    .select({ id: eventConfig.id })
    .from(eventConfig)
    .where(eq(eventConfig.id, wanted.eventId))
    .for('key share')
  if (!event) throw new Failure('invalid', NOT_FOUND.event, { field: 'eventId' })
}

const { oldSlug } = forumCategoryRedirects

/**
 * Makes sure that a category may have a slug that no other one has: it belongs to the last category that had it. A redirect
 * of its own from there is taken away. Take `lockModeration` first. Throws `conflict`.
 */
async function takeSlug(tx: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  const [keeper] = await tx
    .select({ id: forumCategories.id, name: forumCategories.name })
    .from(forumCategoryRedirects)
    .innerJoin(forumCategories, eq(forumCategories.id, forumCategoryRedirects.categoryId))
    .where(eq(oldSlug, slug))
  if (keeper && keeper.id !== id)
    throw new Failure('conflict', `This address still redirects to ${keeper.name}.`, { field: 'slug' })
  await tx.delete(forumCategoryRedirects).where(eq(oldSlug, slug))
}

/** Turns a category's present slug into a redirect to the category. */
async function keepAsRedirect(tx: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  await tx.insert(forumCategoryRedirects).values({ oldSlug: slug, categoryId: id })
}

/**
 * Deletes a category without topics; the audit log keeps all of it. Topics that were deleted or merged move to the
 * first category that is left, so that their trace is kept. Throws `not_found`, and `conflict` for a stale version, or
 * while it has a topic that is shown, hidden or waiting.
 */
export async function deleteCategory(
  db: Db,
  id: string,
  version: number,
  actor: Actor,
): Promise<{ id: string; name: string }> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const [before] = await lockCategories(tx, [id])
    if (!before) throw new Failure('not_found', NOT_FOUND.category)
    requireVersion(before, version)
    if ((await readCategory(tx, id)).hasTopics)
      throw new Failure('conflict', 'This category has topics. Move them to another category first.')
    await keepTraces(tx, id)
    await tx.delete(forumCategories).where(eq(forumCategories.id, id))
    const subject = { subjectType: 'forum-category', subjectId: id }
    await recordAudit(tx, actor, { action: 'forum-category.delete', ...subject, before })
    await purgeLater(tx, [FORUM_TAG.every])
    return { id, name: before.name }
  })
}

async function keepTraces(tx: Db, id: string): Promise<void> {
  if ((await tx.$count(forumTopics, eq(forumTopics.categoryId, id))) === 0) return
  const [heir] = await tx
    .select({ id: forumCategories.id })
    .from(forumCategories)
    .where(ne(forumCategories.id, id))
    .orderBy(asc(forumCategories.displayOrder), asc(forumCategories.id))
    .limit(1)
  if (!heir) throw new Failure('conflict', 'This is the last category, and it still holds deleted topics.')
  await tx.update(forumTopics).set({ categoryId: heir.id }).where(eq(forumTopics.categoryId, id))
}
