import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ModeratedTopic, TopicSettings } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { CommandContext } from '../command-context.ts'
import { differs } from '../library/require-version.ts'
import { purgeLater } from '../page-purges/page-purge.ts'
import { lockModeration, lockTopics, type TopicRow } from './lock.ts'
import { requirePinsLeft } from './pin-limit.ts'
import { countTopics, storeTopic } from './store.ts'

/**
 * Pins, locks, slows down or moves a topic: what is given of it. What stands already changes nothing. Throws `not_found`,
 * `invalid` for a category that is not there, and `conflict` for a topic that is deleted or merged into another, or for one
 * pinned topic too many.
 */
export async function setTopic(
  db: Db,
  id: string,
  given: TopicSettings,
  context: CommandContext,
): Promise<ModeratedTopic> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const { categoryId } = given
    const [topic] = await lockTopics(tx, [id], categoryId ? [categoryId] : [])
    if (!topic || topic.state === 'merged' || topic.state === 'deleted')
      throw new Failure('conflict', 'This topic was deleted or merged into another one.')
    if (categoryId) await requireCategory(tx, categoryId)
    const set = givenOf(given)
    if (!differs<Partial<TopicRow>>(topic, set)) return toModerated(topic)
    await requirePinsLeft(tx, topic, { ...topic, ...set })
    const after = await storeTopic(tx, topic, { action: 'forum-topic.update', set }, context.actor)
    if (after.categoryId !== topic.categoryId) await move(tx, topic, after.categoryId)
    const { lists, search, category } = FORUM_TAG
    const found = after.categoryId === topic.categoryId ? [] : [search, category(after.categoryId)]
    await purgeLater(tx, [lists, category(topic.categoryId), FORUM_TAG.topic(id), ...found])
    return toModerated(after)
  })
}

/** What is given, without the names of what is not. */
function givenOf(given: TopicSettings): Partial<TopicRow> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

async function requireCategory(tx: Db, id: string): Promise<void> {
  if ((await tx.$count(forumCategories, eq(forumCategories.id, id))) > 0) return
  throw new Failure('invalid', 'Category not found.', { field: 'categoryId' })
}

/** What went into a topic before goes where it goes, so that no category keeps rows that nobody sees there. */
async function move(tx: Db, topic: TopicRow, categoryId: string): Promise<void> {
  await tx.update(forumTopics).set({ categoryId }).where(eq(forumTopics.mergedIntoId, topic.id))
  if (topic.state !== 'shown') return
  await countTopics(tx, topic.categoryId, -1)
  await countTopics(tx, categoryId, 1)
}

function toModerated({ id, title, state, categoryId, isPinned, isLocked, slowSeconds }: TopicRow): ModeratedTopic {
  return { id, title, state, categoryId, isPinned, isLocked, slowSeconds }
}
