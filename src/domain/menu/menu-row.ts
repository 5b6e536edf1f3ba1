import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import { isVisibleTo, type MenuItem, type StoredMenuItem, VIEWER_KINDS } from '#src/contract/navigation.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'

export type MenuRow = typeof menuItems.$inferSelect

export function toMenuItem({ createdAt: _createdAt, updatedAt: _updatedAt, ...item }: MenuRow): StoredMenuItem {
  return item
}

/** The item, locked until the transaction ends. Throws `not_found`. */
export async function lockMenuItem(tx: Db, id: string): Promise<MenuRow> {
  const [row] = await tx.select().from(menuItems).where(eq(menuItems.id, id)).for('update')
  if (!row) throw new Failure('not_found', 'Menu item not found.')
  return row
}

/** A new revision if somebody sees one of these items, be it one kind of viewer alone; null if nobody does. */
export async function touchBar(
  tx: Db,
  items: readonly MenuItem[],
  reason: string,
  actor: Actor,
): Promise<number | null> {
  const isSeen = items.some((item) => VIEWER_KINDS.some((viewer) => isVisibleTo(item, viewer)))
  return isSeen ? touchContent(tx, reason, actor) : null
}
