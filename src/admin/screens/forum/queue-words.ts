import type { PostDecisions, Queue, QueuedPost } from '#src/contract/forum-moderation.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import type { FlagReason } from '#src/contract/forum-post.ts'
import type { KeyHint, QueueMove } from '../../blocks/queue-keys.tsx'
import type { AskedAct } from './forum-calls.ts'

/** What rejecting a change does. */
export const CHANGE_DISCARDED = 'The change is discarded. The post stays as it is.'

/** What a card says of an author without published posts. */
export const NO_PUBLISHED_POSTS = 'No published posts yet'

export const QUEUE_NAMES: Record<Queue, string> = { waiting: 'Waiting', flagged: 'Reported', hidden: 'Hidden' }

/** What an empty queue says: that everything is done. */
export const DONE: Record<Queue, readonly [title: string, sentence: string]> = {
  waiting: ['No posts are waiting', 'First posts by new members and edits to them appear here for review.'],
  flagged: ['No reported posts', 'Posts that members report appear here.'],
  hidden: ['No hidden posts', 'Posts that moderators hide appear here and can be restored.'],
}

export const FLAG_NAMES: Record<FlagReason, string> = {
  spam: 'Spam',
  rude: 'Rude',
  off_topic: 'Off topic',
  dangerous: 'Dangerous advice',
  other: 'Something else',
}

/** What each decision is called, and what is said once it is done. */
export const ACTS: Record<PostDecisions['act'], { label: string; done: string; failed: string }> = {
  approve: { label: 'Approve', done: 'Post approved', failed: 'Failed to approve post' },
  dismiss: { label: 'Keep', done: 'Reports dismissed', failed: 'Failed to dismiss reports' },
  reject: { label: 'Reject', done: 'Post rejected', failed: 'Failed to reject post' },
  hide: { label: 'Hide', done: 'Post hidden', failed: 'Failed to hide post' },
  restore: { label: 'Restore', done: 'Post restored', failed: 'Failed to restore post' },
}

/** What can be done in each queue: the act that keeps a post, and the one that removes it. */
export const CHOICES: Record<Queue, { keep: 'approve' | 'dismiss' | 'restore'; remove?: AskedAct }> = {
  waiting: { keep: 'approve', remove: 'reject' },
  flagged: { keep: 'dismiss', remove: 'hide' },
  hidden: { keep: 'restore' },
}

/** A count of at most 100, as people read it. */
export function formatCount(count: number): string {
  return count >= 100 ? '100+' : String(count)
}

/** The address of a post or, if it is not shown, of its topic. Undefined for a topic that is not shown. */
export function getPostPage({ id, topicId, isTopicShown, state }: QueuedPost): string | undefined {
  return isTopicShown ? postPath(state === 'shown' ? id : topicId) : undefined
}

/** What keys do with the post that has the focus. Arrows are left to the browser: a long post scrolls by them. */
export const QUEUE_STEPS: Readonly<Record<string, QueueMove | 'select' | 'keep' | 'remove'>> = {
  j: 'next',
  k: 'previous',
  x: 'select',
  a: 'keep',
  r: 'remove',
  o: 'open',
}

export const KEY_HINTS: readonly KeyHint[] = [
  [['j'], 'next'],
  [['k'], 'previous'],
  [['x'], 'select'],
  [['a'], 'keep'],
  [['r'], 'remove'],
  [['o'], 'open'],
]
