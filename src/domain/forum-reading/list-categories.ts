import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { toMillis } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumCategories, forumCategoryRedirects, forumTopics } from '#db/schema/forum.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { ForumCategory } from '#src/contract/forum.ts'

const { id, slug, name, description, topicCount, isClosed, displayOrder, eventId } = forumCategories
const { categoryId, state, isPinned, lastPostAt } = forumTopics

/** The latest post of a category, among pinned topics or others: the head of one index each. */
const latest = (isAmong: ReturnType<typeof sql>) => sql`(select ${lastPostAt} from ${forumTopics}
  where ${categoryId} = ${id} and ${state} = 'shown' and ${isAmong} order by ${lastPostAt} desc nulls last limit 1)`
const lastWord = toMillis(sql`greatest(${latest(sql`${isPinned}`)}, ${latest(sql`not ${isPinned}`)})`)

/** Every category, in the order moderators gave them. */
export async function listCategories(db: Db): Promise<ForumCategory[]> {
  const rows = await db
    .select({
      ...{ id, slug, name, description, topicCount, isClosed },
      event: { slug: eventConfig.eventSlug, name: eventConfig.eventName },
      lastPostAt: lastWord,
    })
    .from(forumCategories)
    .leftJoin(eventConfig, and(eq(eventConfig.id, eventId), eventConfig.isPublished))
    .orderBy(asc(displayOrder), asc(id))
  return rows
}

/** Of all `categories` the one with this slug, or the last one that had it. Throws `not_found`. */
export async function findCategory(db: Db, slug: string, categories: readonly ForumCategory[]): Promise<ForumCategory> {
  const found = categories.find((one) => one.slug === slug) ?? (await findRenamed(db, slug, categories))
  if (!found) throw new Failure('not_found', NOT_FOUND.category)
  return found
}

async function findRenamed(db: Db, slug: string, categories: readonly ForumCategory[]) {
  const { oldSlug, categoryId } = forumCategoryRedirects
  const [redirect] = await db.select({ categoryId }).from(forumCategoryRedirects).where(eq(oldSlug, slug))
  return categories.find(({ id }) => id === redirect?.categoryId)
}
