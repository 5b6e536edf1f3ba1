import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import type { MenuItemChange, StoredMenuItem } from '#src/contract/navigation.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { lockMenuItem, type MenuRow, toMenuItem, touchBar } from './menu-row.ts'

/**
 * Changes what is given of an item. What stands already changes nothing. Throws `not_found`, and `conflict` if the item is
 * not the one that was read.
 */
export async function changeMenuItem(
  db: Db,
  id: string,
  { version, ...change }: MenuItemChange,
  actor: Actor,
): Promise<Changed<StoredMenuItem>> {
  return db.transaction(async (tx) => {
    const before = await lockMenuItem(tx, id)
    if (before.version !== version) throw new Failure('conflict', STALE)
    const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: MenuRow = { ...before, ...set }
    if (Object.keys(set).every((name) => Reflect.get(before, name) === Reflect.get(next, name))) {
      return { item: toMenuItem(before), revision: null }
    }
    const revision = await touchBar(tx, [before, next], `changed the menu item ${next.label}`, actor)
    const [after] = await tx
      .update(menuItems)
      .set({ ...set, version: sql`${menuItems.version} + 1` })
      .where(eq(menuItems.id, id))
      .returning()
    if (!after) throw new Failure('not_found', 'Menu item not found.')
    const item = toMenuItem(after)
    await recordAudit(tx, actor, {
      action: 'menu-item.update',
      subjectType: 'menu-item',
      subjectId: id,
      before: toMenuItem(before),
      after: item,
    })
    return { item, revision }
  })
}
