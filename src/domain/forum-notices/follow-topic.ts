import type { Db } from '#db/client.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'

/** Whoever writes in a topic follows it from then on, in the caller's transaction; unless they have switched it off. */
export async function followTopic(tx: Db, topicId: string, userId: string): Promise<void> {
  await tx.insert(forumFollows).values({ topicId, userId }).onConflictDoNothing()
}

/** Somebody's own choice, which writing there does not change. */
export async function chooseFollow(tx: Db, topicId: string, userId: string, isOn: boolean): Promise<void> {
  const { topicId: topic, userId: user } = forumFollows
  await tx
    .insert(forumFollows)
    .values({ topicId, userId, isOn })
    .onConflictDoUpdate({ target: [topic, user], set: { isOn } })
}
