import { Failure } from '#src/contract/failure.ts'
import { TOPIC_NOT_FOUND, type TopicRow } from './lock-topic.ts'

export const LOCKED = 'This topic is locked.'
const MERGED = 'This topic was merged into another one. Reload the page to reply there.'

/** Throws `not_found` for a topic that visitors do not see, `conflict` for one that lives on in another. (security AZ7) */
export function requireVisible({ state }: Pick<TopicRow, 'state'>): void {
  if (state === 'merged') throw new Failure('conflict', MERGED)
  if (state !== 'shown') throw new Failure('not_found', TOPIC_NOT_FOUND)
}

/** Throws `forbidden` for a locked topic: nobody writes in it, whoever they are. */
export function requireUnlocked({ isLocked }: Pick<TopicRow, 'isLocked'>): void {
  if (isLocked) throw new Failure('forbidden', LOCKED)
}
