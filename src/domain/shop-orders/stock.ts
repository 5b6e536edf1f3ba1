import { and, asc, type Column, eq, gt, inArray, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { OUT_OF_STOCK } from '#src/contract/shop-order.ts'
import { getStock, type StockState } from '#src/contract/shop-product.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContentIf } from '../site/touch-content.ts'

/** Pieces of a variant that an order needs. */
export type Pieces = { variantId: string; quantity: number }

/** Until when pieces are held. While `awaitsProvider` they are, whatever the time. */
type HoldTerms = { expiresAt: Instant; awaitsProvider: boolean }

/** True for a hold that counts at `now`. (security SH1) */
function isHeld(now: Instant): SQL | undefined {
  return or(eq(shopHolds.awaitsProvider, true), gt(shopHolds.expiresAt, new Date(now)))
}

/** Of the variants in a query: the pieces that orders hold at `now`. */
export function heldPieces(now: Instant): SQL<number> {
  const own = and(eq(shopHolds.variantId, shopVariants.id), isHeld(now))
  return sql<number>`(select coalesce(sum(${shopHolds.quantity}), 0)::int from ${shopHolds} where ${own})`
}

/**
 * Of the variants in a query: the pieces that no order is kept for, as static pages count them. A hold counts until it is let go
 * of, even if its time is over, so that what a page says changes with a row and never with the clock.
 */
export function shownPieces(): SQL<number> {
  const own = eq(shopHolds.variantId, shopVariants.id)
  return sql<number>`(${shopVariants.onHand} - (select coalesce(sum(${shopHolds.quantity}), 0)::int from ${shopHolds} where ${own}))`
}

/** Of the variants in a query: the pieces that are free for an order at `now`. What the order itself holds is free for it. */
function freePieces(orderId: string | Column, now: Instant): SQL<number> {
  const others = and(eq(shopHolds.variantId, shopVariants.id), sql`${shopHolds.orderId} <> ${orderId}`, isHeld(now))
  return sql<number>`${shopVariants.onHand} - (select coalesce(sum(${shopHolds.quantity}), 0)::int from ${shopHolds} where ${others})`
}

/** Of the orders in a query: true for one whose pieces are all free for it at `now`. */
export function hasAllPieces(db: Db, now: Instant): SQL {
  const isOwn = eq(shopOrderLines.orderId, shopOrders.id)
  const isShort = and(eq(shopVariants.tracksStock, true), lt(freePieces(shopOrders.id, now), shopOrderLines.quantity))
  const lines = db.select({ one: sql`1` }).from(shopOrderLines)
  return notExists(
    lines.innerJoin(shopVariants, eq(shopVariants.id, shopOrderLines.variantId)).where(and(isOwn, isShort)),
  )
}

type Shortage = { variantId: string; needed: number; free: number }

/**
 * Locks the variants, in the order of their ids, and returns those of which fewer pieces are free than the order needs. What the
 * order itself holds is free for it. The count is a statement of its own: one that waited for the lock would count the holds of
 * before. A line or a hold that refers to a variant keeps its key: a lock that excluded this too would make two orders wait for each
 * other. (security SH1)
 */
async function findShortages(tx: Db, orderId: string, pieces: readonly Pieces[], now: Instant): Promise<Shortage[]> {
  const ids = pieces.map(({ variantId }) => variantId)
  if (ids.length === 0) return []
  await lockVariants(tx, ids)
  return findFree(tx, orderId, pieces, now)
}

/** The same without a lock, to show it. */
export async function findFree(db: Db, orderId: string, pieces: readonly Pieces[], now: Instant): Promise<Shortage[]> {
  const ids = pieces.map(({ variantId }) => variantId)
  const rows = await db
    .select({ id: shopVariants.id, tracksStock: shopVariants.tracksStock, free: freePieces(orderId, now) })
    .from(shopVariants)
    .where(inArray(shopVariants.id, ids))
  const stored = new Map(rows.map((row) => [row.id, row]))
  return pieces.flatMap(({ variantId, quantity }) => {
    const row = stored.get(variantId)
    if (row && (!row.tracksStock || row.free >= quantity)) return []
    return [{ variantId, needed: quantity, free: Math.max(0, row?.free ?? 0) }]
  })
}

/** Holds pieces for an order, in place of what it held before. Throws `conflict` where fewer are free. */
export async function holdStock(
  tx: Db,
  orderId: string,
  pieces: readonly Pieces[],
  { expiresAt, awaitsProvider }: HoldTerms,
  now: Instant,
): Promise<void> {
  if ((await findShortages(tx, orderId, pieces, now)).length > 0) throw new Failure('conflict', OUT_OF_STOCK)
  const terms = { orderId, expiresAt: new Date(expiresAt), awaitsProvider }
  const ids = [...(await heldVariants(tx, orderId)), ...pieces.map(({ variantId }) => variantId)]
  await touchingPages(tx, ids, async () => {
    await deleteHolds(tx, orderId)
    await tx.insert(shopHolds).values(pieces.map((piece) => ({ ...piece, ...terms })))
  })
}

/** Changes how long the pieces of an order are held. */
export async function extendHolds(tx: Db, orderId: string, { expiresAt, awaitsProvider }: HoldTerms): Promise<void> {
  await tx
    .update(shopHolds)
    .set({ expiresAt: new Date(expiresAt), awaitsProvider })
    .where(eq(shopHolds.orderId, orderId))
}

/** Lets go of what an order held. */
export async function releaseHolds(tx: Db, orderId: string): Promise<void> {
  await touchingPages(tx, await heldVariants(tx, orderId), () => deleteHolds(tx, orderId))
}

/** Takes the pieces of an order off the stock for good and ends its holds; false, with nothing changed, if there are not enough. */
export async function takeStock(tx: Db, orderId: string, pieces: readonly Pieces[], now: Instant): Promise<boolean> {
  if ((await findShortages(tx, orderId, pieces, now)).length > 0) return false
  const ids = [...(await heldVariants(tx, orderId)), ...pieces.map(({ variantId }) => variantId)]
  await touchingPages(tx, ids, async () => {
    await addPieces(tx, pieces, -1)
    await deleteHolds(tx, orderId)
  })
  await noteTaken(tx, orderId, true)
  return true
}

/** Puts the pieces of an order back on the stock. */
export async function putBack(tx: Db, orderId: string, pieces: readonly Pieces[]): Promise<void> {
  const ids = pieces.map(({ variantId }) => variantId)
  await touchingPages(tx, ids, () => addPieces(tx, pieces, 1))
  await noteTaken(tx, orderId, false)
}

/** The order is locked. */
async function noteTaken(tx: Db, orderId: string, isStockTaken: boolean): Promise<void> {
  await tx.update(shopOrders).set({ isStockTaken }).where(eq(shopOrders.id, orderId))
}

async function addPieces(tx: Db, pieces: readonly Pieces[], sign: 1 | -1): Promise<void> {
  for (const { variantId, quantity } of pieces.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    const isTracked = and(eq(shopVariants.id, variantId), eq(shopVariants.tracksStock, true))
    await tx
      .update(shopVariants)
      .set({ onHand: sql`${shopVariants.onHand} + ${sign * quantity}` })
      .where(isTracked)
  }
}

async function deleteHolds(tx: Db, orderId: string): Promise<void> {
  await tx.delete(shopHolds).where(eq(shopHolds.orderId, orderId))
}

async function heldVariants(tx: Db, orderId: string): Promise<string[]> {
  const rows = await tx.select({ id: shopHolds.variantId }).from(shopHolds).where(eq(shopHolds.orderId, orderId))
  return rows.map(({ id }) => id)
}

/** Locks variants, always in the order of their ids. */
export async function lockVariants(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: shopVariants.id })
    .from(shopVariants)
    .where(inArray(shopVariants.id, [...ids]))
    .orderBy(asc(shopVariants.id))
    .for('no key update')
}

const BY_STOCK: Actor = { id: 'system' }

/**
 * Changes the stock of variants. The site is built again, once, if its pages then say something else of one: in stock, few left
 * or sold out. (security BR1)
 */
export async function touchingPages(
  tx: Db,
  variantIds: readonly string[],
  change: () => Promise<void>,
  actor = BY_STOCK,
): Promise<number | null> {
  const ids = [...new Set(variantIds)]
  if (ids.length === 0) {
    await change()
    return null
  }
  await lockVariants(tx, ids)
  const before = await readShown(tx, ids)
  await change()
  const after = await readShown(tx, ids)
  const crossed = ids.filter((id) => before.get(id) !== after.get(id))
  if (crossed.length === 0) return null
  return touchContentIf(tx, () => isOneSold(tx, crossed), 'the stock of the shop has changed', actor)
}

async function readShown(tx: Db, ids: readonly string[]): Promise<Map<string, StockState>> {
  const { id, tracksStock, lowStockAt } = shopVariants
  const rows = await tx
    .select({ id, tracksStock, lowStockAt, free: shownPieces() })
    .from(shopVariants)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, getStock(row).stock]))
}

async function isOneSold(tx: Db, ids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ id: shopVariants.id })
    .from(shopVariants)
    .innerJoin(shopProducts, eq(shopProducts.id, shopVariants.productId))
    .where(and(inArray(shopVariants.id, [...ids]), eq(shopVariants.isActive, true), eq(shopProducts.isActive, true)))
    .limit(1)
  return rows.length > 0
}
