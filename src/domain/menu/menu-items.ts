import { isDeepStrictEqual } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  isVisibleTo,
  type Menu,
  type MenuItem,
  type MenuItemChange,
  type MenuOrder,
  MOST_MENU_ITEMS,
  type NewMenuItem,
  type StoredMenuItem,
  VIEWER_KINDS,
} from '#src/contract/navigation.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { readBarFacts } from '../site/read-navigation.ts'
import { touchContent } from '../site/touch-content.ts'

type MenuRow = typeof menuItems.$inferSelect

function toMenuItem({ createdAt: _createdAt, updatedAt: _updatedAt, ...item }: MenuRow): StoredMenuItem {
  return item
}

/** The item, locked until the transaction ends. Throws `not_found`. */
async function lockMenuItem(tx: Db, id: string): Promise<MenuRow> {
  const [row] = await tx.select().from(menuItems).where(eq(menuItems.id, id)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.menuItem)
  return row
}

/** A new revision if a viewer of any kind sees one of these items; null otherwise. */
async function touchBar(tx: Db, items: readonly MenuItem[], reason: string, actor: Actor): Promise<number | null> {
  const isSeen = items.some((item) => VIEWER_KINDS.some((viewer) => isVisibleTo(item, viewer)))
  return isSeen ? touchContent(tx, reason, actor) : null
}

/**
 * Adds an item, last unless it says where. A repeated call returns the existing one, so that a repeated call makes
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

/** Its place may have changed since; its content may not. */
async function readSame(tx: Db, { displayOrder: _displayOrder, ...words }: NewMenuItem): Promise<StoredMenuItem> {
  const [row] = await tx.select().from(menuItems).where(eq(menuItems.id, words.id))
  if (!row) throw new Failure('conflict', 'This item was already added and then deleted.')
  if (!isDeepStrictEqual({ ...row, ...words }, row)) throw new Failure('conflict', STALE)
  return toMenuItem(row)
}

/**
 * Changes the given fields of an item. A change of nothing does nothing. Throws `not_found`, and `conflict` if the item
 * is not as it was read.
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
    if (!after) throw new Failure('not_found', NOT_FOUND.menuItem)
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

/** Deletes an item; the audit log keeps all of it. Throws `not_found`. (architecture 10) */
export async function deleteMenuItem(db: Db, id: string, actor: Actor): Promise<Changed<StoredMenuItem>> {
  return db.transaction(async (tx) => {
    const row = await lockMenuItem(tx, id)
    await refuseInOpenSets(tx, 'menu-item', id, row.label)
    const revision = await touchBar(tx, [row], `deleted the menu item ${row.label}`, actor)
    await tx.delete(menuItems).where(eq(menuItems.id, id))
    const item = toMenuItem(row)
    await recordAudit(tx, actor, { action: 'menu-item.delete', subjectType: 'menu-item', subjectId: id, before: item })
    return { item, revision }
  })
}

/**
 * Puts all items in the order of `ids`, numbered from 1, and returns them. Their versions stay, because the order does
 * not matter to an editor of one. Throws `conflict` if the order is no longer `from`, or for `ids` that do not name
 * each item once.
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

/** All items in the order of the bar, active or not, with what else decides what the bar shows at `now`. (product 7) */
export async function readMenu(db: Db, now: Instant): Promise<Omit<Menu, 'siteName'>> {
  const rows = await db.select().from(menuItems).orderBy(asc(menuItems.displayOrder), asc(menuItems.id))
  return { items: rows.map(toMenuItem), bar: await readBarFacts(db, now) }
}
