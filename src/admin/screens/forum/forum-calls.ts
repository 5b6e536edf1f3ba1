import { queryOptions } from '@tanstack/react-query'
import type { PostRevision, Queue, QueueCounts, QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Page } from '#src/contract/page.ts'
import { api, ask } from '../../api.ts'

const { posts, queue, flags } = api.forum

/** What is not true any more once a post was decided on. */
export const STALE_LISTS = [['forum-queue'], ['forum-counts'], ['dashboard']] as const

export const fetchQueue = (name: Queue, cursor: { cursor?: string }): Promise<Page<QueuedPost>> =>
  ask(() => queue.$get({ query: { queue: name, ...cursor } }))

/** How many posts wait, and how many are flagged. */
export const countsQuery = queryOptions<QueueCounts>({
  queryKey: ['forum-counts'],
  queryFn: () => ask(() => queue.counts.$get()),
  staleTime: 0,
})

/** How a post read before. */
export const revisionsQuery = (id: string) =>
  queryOptions<PostRevision[]>({
    queryKey: ['forum-revisions', id],
    queryFn: async () => (await ask(() => posts[':id'].revisions.$get({ param: { id } }))).items,
    staleTime: 0,
  })

/** What a moderator does with a post. */
export type Decision =
  | { act: 'approve'; id: string; version: number }
  | { act: 'dismiss'; id: string }
  | { act: AskedAct; id: string; reason: string }
/** What its author is told why. */
export type AskedAct = 'reject' | 'hide' | 'restore'

const one = posts[':id']

export function decide(decision: Decision): Promise<unknown> {
  const { id } = decision
  if ('reason' in decision) return decideWhy(decision)
  return decision.act === 'approve'
    ? ask(() => one.approve.$post({ param: { id }, json: { version: decision.version } }))
    : ask(() => flags[':postId'].dismiss.$post({ param: { postId: id }, json: {} }))
}

function decideWhy({ act, id, reason }: Extract<Decision, { reason: string }>): Promise<unknown> {
  const asked = { param: { id }, json: { reason } }
  if (act === 'reject') return ask(() => one.reject.$post(asked))
  return act === 'hide' ? ask(() => one.hide.$post(asked)) : ask(() => one.restore.$post(asked))
}
