import { and, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import type { Feedback } from '#src/contract/feedback.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readFeedbackFigures } from './feedback-figures.ts'
import { listUntold } from './list-wishes.ts'
import { readShippedWishes } from './read-shipped-wishes.ts'
import { toWish, wishColumns } from './wish-row.ts'

/** What visitors read of what we did, what of it they do not, and how it goes with what they tell us. */
export async function readFeedback(db: Db, now: Instant): Promise<Feedback> {
  const shown = (await readShippedWishes(db)).map(({ id }) => id)
  const rows = await db
    .select(wishColumns)
    .from(adminWishes)
    .where(and(inArray(adminWishes.id, shown)))
  const told = rows.map(toWish).sort((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id))
  return { figures: await readFeedbackFigures(db, now), told, untold: await listUntold(db) }
}
