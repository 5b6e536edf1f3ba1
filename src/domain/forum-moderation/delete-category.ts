import { asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/require-version.ts'
import { purgeLater } from '../page-purges/page-purge.ts'
import { readCategory } from './list-categories.ts'
import { CATEGORY_NOT_FOUND, lockCategories, lockModeration } from './lock.ts'

/**
 * Deletes a category without topics; it stands whole in the audit log. Topics that were deleted or merged are kept, for the
 * trace they are, under the first category that is left. Throws `not_found`, and `conflict` for another version than the one
 * decided on, or while a topic is in it that is shown, hidden or waits.
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
    if (!before) throw new Failure('not_found', CATEGORY_NOT_FOUND)
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
