import { queryOptions } from '@tanstack/react-query'
import type { TaskFilter } from '#src/contract/task-answer.ts'
import type { ProposalDecision, ProposalState } from '#src/contract/vendor-proposal.ts'
import { api, ask } from '../../api.ts'

const proposals = api['vendor-proposals']
type Cursor = { cursor?: string }

export const fetchProposals = (state: ProposalState, cursor: Cursor) =>
  ask(() => proposals.$get({ query: { state, ...cursor } }))

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['vendor-proposals', 'one', id],
    queryFn: () => ask(() => proposals[':id'].$get({ param: { id } })),
    staleTime: 0,
  })

export const decide = (id: string, json: Omit<ProposalDecision, 'note'> & { note: string }) =>
  ask(() => proposals[':id'].decide.$post({ param: { id }, json }))

/** What a decision makes stale. */
export const STALE_PROPOSALS = [['vendor-proposals'], ['vendor-activity'], ['vendors']] as const

export const fetchVendorTasks = (filter: { state: TaskFilter; q: string }, cursor: Cursor) =>
  ask(() => api['vendor-tasks'].$get({ query: { ...filter, ...cursor } }))

export const nudge = (vendorId: string) => ask(() => api['vendor-tasks'].nudge.$post({ json: { vendorId } }))

export const fetchActivity = (cursor: Cursor) => ask(() => api['vendor-activity'].$get({ query: cursor }))
