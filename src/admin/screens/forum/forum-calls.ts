import { queryOptions } from '@tanstack/react-query'
import type { PostDecisions, PostRevision, Queue, QueueCounts, QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Page } from '#src/contract/page.ts'
import { api, ask } from '../../api.ts'

const { posts, queue, flags } = api.forum

/** The queries that are out of date after a decision about a post. */
export const STALE_LISTS = [['forum-queue'], ['forum-counts'], ['dashboard']] as const

export const fetchQueue = (name: Queue, cursor: { cursor?: string }): Promise<Page<QueuedPost>> =>
  ask(() => queue.$get({ query: { queue: name, ...cursor } }))

/** How many posts wait, and how many are flagged. */
export const queueCountsQuery = queryOptions<QueueCounts>({
  queryKey: ['forum-counts'],
  queryFn: () => ask(() => queue.counts.$get()),
  staleTime: 0,
})

/** The earlier texts of a post. */
export const revisionsQuery = (id: string) =>
  queryOptions<PostRevision[]>({
    queryKey: ['forum-revisions', id],
    queryFn: async () => (await ask(() => posts[':id'].revisions.$get({ param: { id } }))).items,
    staleTime: 0,
  })

/** A decision about one post that its author hears of. */
export type Decision = { act: 'approve'; id: string; version: number } | { act: AskedAct; id: string; reason: string }
/** Decisions whose reason is sent to the author. */
export type AskedAct = 'reject' | 'hide' | 'restore'

const one = posts[':id']

export function decidePost(decision: Decision): Promise<unknown> {
  const { act, id } = decision
  if (act === 'approve') return ask(() => one.approve.$post({ param: { id }, json: { version: decision.version } }))
  const asked = { param: { id }, json: { reason: decision.reason } }
  if (act === 'reject') return ask(() => one.reject.$post(asked))
  return act === 'hide' ? ask(() => one.hide.$post(asked)) : ask(() => one.restore.$post(asked))
}

/** One decision about several posts. */
export const decideAll = (json: PostDecisions) => ask(() => posts.decisions.$post({ json }))

/** Reopens reports that were dismissed a few seconds ago. */
export const undoDismissals = (ids: string[]) => ask(() => flags.undo.$post({ json: { ids } }))
