import { and, desc, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import type { ShippedWish } from '#src/contract/wish.ts'

/** The feedback page tells of so many at most. */
export const MOST_SHIPPED = 50

/** What the feedback page tells under 'You asked, we did': shipped wishes made public, the latest first. */
export async function readShippedWishes(db: Db): Promise<ShippedWish[]> {
  const { id, title, publicTitle, publicText, shippedAt, status, isPublic } = adminWishes
  const rows = await db
    .select({ id, title, publicTitle, text: publicText, shippedAt })
    .from(adminWishes)
    .where(and(isPublic, sql`${status} = 'shipped'`))
    // Spelled as the index has it.
    .orderBy(sql`${desc(shippedAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(MOST_SHIPPED)
  return rows.map(({ id, title, publicTitle, text, shippedAt }) => ({
    id,
    title: publicTitle ?? title,
    text,
    shippedAt: shippedAt?.getTime() ?? 0,
  }))
}
