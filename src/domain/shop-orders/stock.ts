import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopVariants } from '#db/schema/shop.ts'
import { shopHolds } from '#db/schema/shop-orders.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { OUT_OF_STOCK } from '#src/contract/shop-order.ts'

/** Pieces of a variant that an order needs. */
export type Pieces = { variantId: string; quantity: number }

/** Until when pieces are held. While `awaitsProvider` they are, whatever the time. */
type HoldTerms = { expiresAt: Instant; awaitsProvider: boolean }

/** True for a hold that counts at `now`. (security SH1) */
export function isHeld(now: Instant): SQL | undefined {
  return or(eq(shopHolds.awaitsProvider, true), gt(shopHolds.expiresAt, new Date(now)))
}

/** Of the variants in a query: the pieces that orders hold at `now`. */
export function heldPieces(now: Instant): SQL<number> {
  const own = and(eq(shopHolds.variantId, shopVariants.id), isHeld(now))
  return sql<number>`(select coalesce(sum(${shopHolds.quantity}), 0)::int from ${shopHolds} where ${own})`
}

type Shortage = { variantId: string; needed: number; free: number }

/**
 * Locks the variants, in the order of their ids, and returns those of which fewer pieces are free than the order needs. What the
 * order itself holds is free for it. The count is a statement of its own: one that waited for the lock would count the holds of
 * before. (security SH1)
 */
export async function findShortages(
  tx: Db,
  orderId: string,
  pieces: readonly Pieces[],
  now: Instant,
): Promise<Shortage[]> {
  const ids = pieces.map(({ variantId }) => variantId)
  if (ids.length === 0) return []
  await tx
    .select({ id: shopVariants.id })
    .from(shopVariants)
    .where(inArray(shopVariants.id, ids))
    .orderBy(asc(shopVariants.id))
    .for('update')
  const others = and(eq(shopHolds.variantId, shopVariants.id), sql`${shopHolds.orderId} <> ${orderId}`, isHeld(now))
  const free = sql<number>`${shopVariants.onHand} - (select coalesce(sum(${shopHolds.quantity}), 0)::int from ${shopHolds} where ${others})`
  const rows = await tx
    .select({ id: shopVariants.id, tracksStock: shopVariants.tracksStock, free })
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
  await releaseHolds(tx, orderId)
  const terms = { orderId, expiresAt: new Date(expiresAt), awaitsProvider }
  await tx.insert(shopHolds).values(pieces.map((piece) => ({ ...piece, ...terms })))
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
  await tx.delete(shopHolds).where(eq(shopHolds.orderId, orderId))
}

/** Takes the pieces of an order off the stock for good and ends its holds; false, with nothing changed, if there are not enough. */
export async function takeStock(tx: Db, orderId: string, pieces: readonly Pieces[], now: Instant): Promise<boolean> {
  if ((await findShortages(tx, orderId, pieces, now)).length > 0) return false
  await changeStock(tx, pieces, -1)
  await releaseHolds(tx, orderId)
  return true
}

/** Puts the pieces of an order back on the stock. */
export async function putBack(tx: Db, pieces: readonly Pieces[]): Promise<void> {
  await changeStock(tx, pieces, 1)
}

async function changeStock(tx: Db, pieces: readonly Pieces[], sign: 1 | -1): Promise<void> {
  for (const { variantId, quantity } of pieces.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    const isTracked = and(eq(shopVariants.id, variantId), eq(shopVariants.tracksStock, true))
    await tx
      .update(shopVariants)
      .set({ onHand: sql`${shopVariants.onHand} + ${sign * quantity}` })
      .where(isTracked)
  }
}
