import type { TopicLine } from '#src/contract/forum.ts'

/** The states of a topic, in a word each. */
export function Tags({ isSolved, isPinned, isLocked }: Pick<TopicLine, 'isSolved' | 'isPinned' | 'isLocked'>) {
  return (
    <>
      {isPinned && <span className="tag">Pinned</span>}
      {isSolved && <span className="tag tag-solved">Solved</span>}
      {isLocked && <span className="tag">Locked</span>}
    </>
  )
}
