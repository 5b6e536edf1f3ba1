import type { TopicSettings } from '#src/contract/forum-moderation.ts'
import { mine, readOwn } from './forum.ts'
import { solve } from './forum-calls.ts'
import { changeTopic } from './moderating-calls.ts'
import { isSolvedInPage, showDesk, showSolution, showTags } from './topic-marks.tsx'

/** Changes what moderators set of this page's topic and shows what stands then. Throws `ApiError`. */
export async function setTopic(topicId: string, settings: TopicSettings): Promise<void> {
  const { isPinned, isLocked, slowSeconds, categoryId } = await changeTopic(topicId, settings)
  showTags({ isPinned, isLocked, isSolved: isSolvedInPage() })
  showDesk({ id: topicId, isLocked, slowSeconds })
  mine.change({ isPinned, isLocked, slowSeconds, categoryId })
  // Who may reply now is the server's to say.
  void readOwn().catch(() => {})
}

/** Chooses what solved this page's topic, or that nothing did, and shows it. Throws `ApiError`. */
export async function setSolution(topicId: string, postId: string | null): Promise<void> {
  const { solvedPostId } = await solve(topicId, postId)
  showSolution(solvedPostId)
  const { isPinned = false, isLocked = false } = mine.$mine.get() ?? {}
  showTags({ isPinned, isLocked, isSolved: solvedPostId !== null })
}
