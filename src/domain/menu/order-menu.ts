import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import type { MenuOrder, StoredMenuItem } from '#src/contract/navigation.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { type MenuRow, toMenuItem, touchBar } from './menu-row.ts'

/**
 * Puts all items in the order of `ids`, numbered from 1, and answers with them. Their versions stay: who edits an item does
 * not care where it stands. Throws `conflict` if the order is no longer `from`, or for `ids` that do not name each item once.
 */
export async function orderMenu(db: Db, order: MenuOrder, actor: Actor): Promise<Changed<StoredMenuItem[]>> {
  return db.transaction(async (tx) => {
    const rows = (await tx.select().from(menuItems).orderBy(asc(menuItems.id)).for('update')).sort(byPlace)
    const wanted = requireOrder(rows, order)
    const moved = wanted.filter((row, index) => row.displayOrder !== index + 1)
    const after = wanted.map((row, index) => ({ ...row, displayOrder: index + 1 }))
    if (moved.length === 0) return { item: after.map(toMenuItem), revision: null }
    const revision = await touchBar(tx, moved, 'reordered the menu', actor)
    for (const { id } of moved) {
      const displayOrder = wanted.findIndex((row) => row.id === id) + 1
      await tx.update(menuItems).set({ displayOrder }).where(eq(menuItems.id, id))
    }
    const entry = { action: 'menu.reorder', subjectType: 'menu', subjectId: 'menu' }
    await recordAudit(tx, actor, { ...entry, before: { order: labels(rows) }, after: { order: labels(wanted) } })
    return { item: after.map(toMenuItem), revision }
  })
}

function requireOrder(rows: readonly MenuRow[], { ids, from }: MenuOrder): MenuRow[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const wanted = [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  const isPresent = from.length === rows.length && rows.every((row, index) => row.id === from[index])
  if (isPresent && ids.length === rows.length && wanted.length === rows.length) return wanted
  throw new Failure('conflict', STALE)
}

const byPlace = (a: MenuRow, b: MenuRow) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1)
const labels = (rows: readonly MenuRow[]) => rows.map(({ label }) => label)
