import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore } from '#db/keyset.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import type { Wish, WishMove } from '#src/contract/wish.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { getEnd, lockBoard, lockWish, readWish, type WishRow } from './list-wishes.ts'
import { inStatus, saveWish } from './save-wish.ts'

const { id, status, displayOrder } = adminWishes

/**
 * Puts a wish into a column, after `after` or first, and renumbers that column from 1; the versions of the others stay.
 * Shipped wishes are sorted by day, wherever they are put. A wish that is already there is not moved. Throws
 * `not_found`, and `conflict` for a stale version, or if `after` is no longer in that column.
 */
export async function moveWish(
  db: Db,
  wishId: string,
  { version, status: column, after }: WishMove,
  context: CommandContext,
): Promise<Changed<Wish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    const before = await lockWish(tx, wishId)
    requireVersion(before, version)
    const isSame = column === before.status
    if (isSame && (column === 'shipped' || (await standsBehind(tx, before, after)))) {
      return { item: await readWish(tx, wishId), revision: null }
    }
    const place = column === 'shipped' ? await getEnd(tx, column) : await makeRoom(tx, wishId, column, after)
    const change = { displayOrder: place, ...(!isSame && inStatus(column, context.now)) }
    return saveWish(tx, before, change, { ...context, action: 'wish.move' })
  })
}

async function standsBehind(tx: Db, wish: WishRow, after: string | null): Promise<boolean> {
  const [before] = await tx
    .select({ id })
    .from(adminWishes)
    .where(and(eq(status, wish.status), comesBefore([displayOrder, id], [wish.displayOrder, wish.id])))
    .orderBy(desc(displayOrder), desc(id))
    .limit(1)
  return (before?.id ?? null) === after
}

/** Numbers the others of a column so that one number behind `after` is free, and answers with it. */
async function makeRoom(tx: Db, moved: string, column: WishRow['status'], after: string | null): Promise<number> {
  const others = tx
    .select({
      id,
      place: sql<number>`(row_number() over (order by ${asc(displayOrder)}, ${asc(id)}))::int`.as('place'),
    })
    .from(adminWishes)
    .where(and(eq(status, column), ne(id, moved)))
    .as('others')
  const [behind] =
    after === null ? [] : await tx.select({ place: others.place }).from(others).where(eq(others.id, after))
  if (after !== null && !behind) throw new Failure('conflict', STALE)
  const room = (behind?.place ?? 0) + 1
  const place = sql`${others.place} + (${others.place} >= ${room}::int)::int`
  // The others were not edited: the moment of their last change stays as well.
  await tx
    .update(adminWishes)
    .set({ displayOrder: place, updatedAt: sql`${adminWishes.updatedAt}` })
    .from(others)
    .where(and(eq(id, others.id), ne(displayOrder, place)))
  return room
}
