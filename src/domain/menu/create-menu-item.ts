import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import { MOST_MENU_ITEMS, type NewMenuItem, type StoredMenuItem } from '#src/contract/navigation.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { toMenuItem, touchBar } from './menu-row.ts'

/**
 * Adds an item, last unless it says where. The same again is answered with what is there, so that a repeated call makes
 * nothing twice. Throws `conflict` for an id that is there with other words, and when the menu is full.
 */
export async function createMenuItem(db: Db, input: NewMenuItem, actor: Actor): Promise<Changed<StoredMenuItem>> {
  return db.transaction(async (tx) => {
    const last = sql<number>`(select least(coalesce(max(${menuItems.displayOrder}), 0) + 1, 10000) from ${menuItems})`
    const [row] = await tx
      .insert(menuItems)
      .values({ ...input, displayOrder: input.displayOrder ?? last })
      .onConflictDoNothing()
      .returning()
    if (!row) return { item: await readSame(tx, input), revision: null }
    if ((await tx.$count(menuItems)) > MOST_MENU_ITEMS) {
      throw new Failure('conflict', `A menu can have at most ${MOST_MENU_ITEMS} items. Delete one first.`)
    }
    const revision = await touchBar(tx, [row], `added the menu item ${row.label}`, actor)
    const item = toMenuItem(row)
    await recordAudit(tx, actor, {
      action: 'menu-item.create',
      subjectType: 'menu-item',
      subjectId: row.id,
      after: item,
    })
    return { item, revision }
  })
}

/** Where it stands may have changed since; what it says may not. */
async function readSame(tx: Db, { displayOrder: _displayOrder, ...words }: NewMenuItem): Promise<StoredMenuItem> {
  const [row] = await tx.select().from(menuItems).where(eq(menuItems.id, words.id))
  if (!row) throw new Failure('conflict', 'This item was already added and then deleted.')
  if (!isDeepStrictEqual({ ...row, ...words }, row)) throw new Failure('conflict', STALE)
  return toMenuItem(row)
}
