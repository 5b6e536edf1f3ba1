import type { Db } from '#db/client.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { purgeLater } from '../page-purges/page-purge.ts'

/** Notes the pages that say something of a topic: its own, the lists and searches it is in, and those of the members named. */
export async function purgeTopic(
  tx: Db,
  topic: { id: string; categoryId: string },
  memberIds: readonly string[],
): Promise<void> {
  const { lists, search } = FORUM_TAG
  const own = [FORUM_TAG.topic(topic.id), FORUM_TAG.category(topic.categoryId)]
  await purgeLater(tx, [...own, lists, search, ...memberIds.map(FORUM_TAG.member)])
}
