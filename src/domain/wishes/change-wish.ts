import type { Db } from '#db/client.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { Wish, WishChange } from '#src/contract/wish.ts'
import type { CommandContext } from '../command-context.ts'
import { differs, requireVersion } from '../library/require-version.ts'
import { readWish } from './list-wishes.ts'
import { inStatus, saveWish } from './save-wish.ts'
import { endOf, lockBoard, lockWish } from './wish-row.ts'

/**
 * Saves the whole form of a wish; with another status it goes to the end of that column. What stands already changes nothing.
 * Throws `not_found`, and `conflict` for a form that was filled from another version.
 */
export async function changeWish(
  db: Db,
  id: string,
  { version, ...fields }: WishChange,
  context: CommandContext,
): Promise<Changed<Wish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    const before = await lockWish(tx, id)
    requireVersion(before, version)
    if (!differs(before, fields)) return { item: await readWish(tx, id), revision: null }
    const { status } = fields
    const place =
      status === before.status ? {} : { ...inStatus(status, context.now), displayOrder: await endOf(tx, status) }
    return saveWish(tx, before, { ...fields, ...place }, { ...context, action: 'wish.update' })
  })
}
