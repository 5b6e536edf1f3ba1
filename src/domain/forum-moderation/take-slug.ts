import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumCategoryRedirects } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'

const { oldSlug } = forumCategoryRedirects

/**
 * Makes sure that a category may have a slug that no other one has: it belongs to the last category that had it. A redirect
 * of its own from there is taken away. Take `lockModeration` first. Throws `conflict`.
 */
export async function takeSlug(tx: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  const [keeper] = await tx
    .select({ id: forumCategories.id, name: forumCategories.name })
    .from(forumCategoryRedirects)
    .innerJoin(forumCategories, eq(forumCategories.id, forumCategoryRedirects.categoryId))
    .where(eq(oldSlug, slug))
  if (keeper && keeper.id !== id)
    throw new Failure('conflict', `This address still redirects to ${keeper.name}.`, { field: 'slug' })
  await tx.delete(forumCategoryRedirects).where(eq(oldSlug, slug))
}

/** Gives a category's present slug away: it leads visitors to the category from now on. */
export async function keepAsRedirect(tx: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  await tx.insert(forumCategoryRedirects).values({ oldSlug: slug, categoryId: id })
}
