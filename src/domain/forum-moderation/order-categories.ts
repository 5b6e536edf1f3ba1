import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories } from '#db/schema/forum.ts'
import { STALE } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { purgeLater } from '../page-purges/page-purge.ts'
import { listAdminCategories } from './list-categories.ts'
import { type CategoryRow, lockCategories, lockModeration } from './lock.ts'

const { id, updatedAt } = forumCategories

/**
 * Puts all categories in the order of `ids`. Their versions stay: who edits one does not care where it stands. Throws
 * `conflict` for `ids` that do not name each of them once.
 */
export async function orderCategories(db: Db, ids: readonly string[], actor: Actor): Promise<AdminCategory[]> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const all = await tx.select({ id }).from(forumCategories)
    const rows = await lockCategories(
      tx,
      all.map((row) => row.id),
    )
    const wanted = requireEach(rows, ids)
    const present = rows.toSorted((a, b) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1))
    if (present.every((row, index) => row.id === wanted[index]?.id)) return listAdminCategories(tx)
    for (const [index, row] of wanted.entries()) await place(tx, row.id, index + 1)
    const entry = { action: 'forum-category.reorder', subjectType: 'forum-categories', subjectId: 'forum-categories' }
    await recordAudit(tx, actor, { ...entry, before: { order: names(present) }, after: { order: names(wanted) } })
    await purgeLater(tx, [FORUM_TAG.every])
    return listAdminCategories(tx)
  })
}

function requireEach(rows: readonly CategoryRow[], ids: readonly string[]): CategoryRow[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const wanted = [...new Set(ids)].flatMap((one) => known.get(one) ?? [])
  if (ids.length !== rows.length || wanted.length !== rows.length) throw new Failure('conflict', STALE)
  return wanted
}

async function place(tx: Db, category: string, at: number): Promise<void> {
  await tx
    .update(forumCategories)
    .set({ displayOrder: at, updatedAt: sql`${updatedAt}` })
    .where(eq(id, category))
}

const names = (rows: readonly CategoryRow[]) => rows.map(({ name }) => name)
