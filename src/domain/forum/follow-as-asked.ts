import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'
import { chooseFollow } from '../forum-notices/follow-topic.ts'
import { TOPIC_NOT_FOUND } from './lock-topic.ts'

/** Follows a topic that visitors see, or does not any more. Throws `not_found`. */
export async function followAsAsked(
  db: Db,
  topicId: string,
  userId: string,
  isOn: boolean,
): Promise<{ isFollowing: boolean }> {
  const isSeen = and(eq(forumTopics.id, topicId), eq(forumTopics.state, 'shown'))
  const [topic] = await db.select({ id: forumTopics.id }).from(forumTopics).where(isSeen)
  if (!topic) throw new Failure('not_found', TOPIC_NOT_FOUND)
  await chooseFollow(db, topicId, userId, isOn)
  return { isFollowing: isOn }
}
