import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategoryRedirects } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ForumCategory } from '#src/contract/forum.ts'

/** Of all `categories` the one with this slug, or the last one that had it. Throws `not_found`. */
export async function findCategory(db: Db, slug: string, categories: readonly ForumCategory[]): Promise<ForumCategory> {
  const found = categories.find((one) => one.slug === slug) ?? (await findRenamed(db, slug, categories))
  if (!found) throw new Failure('not_found', 'Category not found.')
  return found
}

async function findRenamed(db: Db, slug: string, categories: readonly ForumCategory[]) {
  const { oldSlug, categoryId } = forumCategoryRedirects
  const [redirect] = await db.select({ categoryId }).from(forumCategoryRedirects).where(eq(oldSlug, slug))
  return categories.find(({ id }) => id === redirect?.categoryId)
}
