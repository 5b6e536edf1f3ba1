import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import type { Changed } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'
import type { NewWish, Wish } from '#src/contract/wish.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireSame } from '../library/require-version.ts'
import { readWish } from './list-wishes.ts'
import { inStatus } from './save-wish.ts'
import { endOf, lockBoard, type WishRow } from './wish-row.ts'

/**
 * Puts a wish at the end of its column. The same again is answered with what is there: nothing is made twice. Throws
 * `conflict` for an id that is there with other words.
 */
export async function createWish(db: Db, wish: NewWish, { actor, now }: CommandContext): Promise<Changed<Wish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    if (!(await addWish(tx, { ...wish, ...inStatus(wish.status, now) }, actor))) {
      const [there] = await tx.select().from(adminWishes).where(eq(adminWishes.id, wish.id))
      if (!there) throw new Failure('conflict', 'This wish was already added and then deleted.')
      requireSame<Partial<WishRow>>(there, wish)
    }
    return { item: await readWish(tx, wish.id), revision: null }
  })
}

type Added = Omit<NewWish, 'status'> & Pick<WishRow, 'status' | 'shippedAt'> & { createdFromReportId?: string }

/** Stores a wish behind the others of its column, and writes it down; false if one with this id is there. Takes `lockBoard`. */
export async function addWish(tx: Db, wish: Added, actor: CommandContext['actor']): Promise<boolean> {
  const displayOrder = await endOf(tx, wish.status)
  const [after] = await tx
    .insert(adminWishes)
    .values({ ...wish, displayOrder, createdBy: actor.id })
    .onConflictDoNothing({ target: adminWishes.id })
    .returning()
  if (!after) return false
  await recordAudit(tx, actor, { action: 'wish.create', subjectType: 'wish', subjectId: wish.id, after })
  return true
}
