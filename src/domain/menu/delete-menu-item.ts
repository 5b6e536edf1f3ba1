import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import type { StoredMenuItem } from '#src/contract/navigation.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { lockMenuItem, toMenuItem, touchBar } from './menu-row.ts'

/** Deletes an item; it stands whole in the audit log. Throws `not_found`. (architecture 10) */
export async function deleteMenuItem(db: Db, id: string, actor: Actor): Promise<Changed<StoredMenuItem>> {
  return db.transaction(async (tx) => {
    const row = await lockMenuItem(tx, id)
    const revision = await touchBar(tx, [row], `deleted the menu item ${row.label}`, actor)
    await tx.delete(menuItems).where(eq(menuItems.id, id))
    const item = toMenuItem(row)
    await recordAudit(tx, actor, { action: 'menu-item.delete', subjectType: 'menu-item', subjectId: id, before: item })
    return { item, revision }
  })
}
