import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts } from '#db/schema/shop.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'

type Placed = { id: string; title: string; isActive: boolean; displayOrder: number }

/**
 * Puts the products into the order of `ids`, on the places that they have together; all others keep theirs. Resolves with the ids
 * in their order. Throws `conflict` for a product that was deleted.
 */
export async function orderProducts(db: Db, ids: readonly string[], actor: Actor): Promise<Changed<string[]>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${shopProducts} in share row exclusive mode`)
    await makePlacesDistinct(tx)
    const { id, title, isActive, displayOrder } = shopProducts
    const rows: Placed[] = await tx
      .select({ id, title, isActive, displayOrder })
      .from(shopProducts)
      .where(inArray(id, [...ids]))
      .orderBy(asc(displayOrder))
    if (rows.length < ids.length) throw new Failure('conflict', STALE)
    const wanted = ids.flatMap((wantedId) => rows.find((row) => row.id === wantedId) ?? [])
    const moved = wanted.flatMap((row, at) => {
      const place = rows[at]?.displayOrder ?? row.displayOrder
      return place === row.displayOrder ? [] : [{ ...row, place }]
    })
    if (moved.length === 0) return { item: [...ids], revision: null }
    for (const { id: movedId, place } of moved)
      await tx.update(shopProducts).set({ displayOrder: place }).where(eq(id, movedId))
    const isShown = moved.some((row) => row.isActive)
    const revision = isShown ? await touchContent(tx, 'reordered the shop', actor) : null
    const subject = { action: 'product.reorder', subjectType: 'product', subjectId: 'shop' }
    await recordAudit(tx, actor, { ...subject, before: { order: titles(rows) }, after: { order: titles(wanted) } })
    return { item: [...ids], revision }
  })
}

/** Products that were added at the same moment may have one place together. */
async function makePlacesDistinct(tx: Db): Promise<void> {
  await tx.execute(sql`
    update shop_products set display_order = placed.place
    from (select id, row_number() over (order by display_order, id) as place from shop_products) as placed
    where placed.id = shop_products.id
      and exists (select from shop_products a join shop_products b using (display_order) where a.id < b.id)`)
}

function titles(rows: readonly Placed[]): string[] {
  return rows.map(({ title }) => title)
}
