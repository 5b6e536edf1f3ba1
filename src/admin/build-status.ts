import { queryOptions } from '@tanstack/react-query'
import type { BuildStatus } from '#src/contract/build.ts'
import { api, ask } from './api.ts'

/** The polling intervals, in milliseconds, during a build and otherwise. */
const BUSY = 1_500
const IDLE = 30_000

/** The state of the site and its builds, polled while a build is running. */
export const buildsQuery = queryOptions({
  queryKey: ['builds'],
  queryFn: () => ask(() => api.builds.$get()),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY : IDLE),
})

/** True while a build is running, or is queued and will run by itself. */
export function isUnderWay({ hold, builds }: BuildStatus): boolean {
  return builds.some(({ state }) => state === 'building' || (state === 'queued' && hold === null))
}

export type SiteState = 'live' | 'queued' | 'building' | 'failed' | 'held' | 'unknown'

/** The state of the site in one word. The newest build decides unless visitors already see its revision. */
export function getSiteState({ revision, live, hold, builds }: BuildStatus): SiteState {
  if (builds.some(({ state }) => state === 'building')) return 'building'
  if (hold === 'givenUp') return 'failed'
  if (hold !== null) return 'held'
  if (builds.some(({ state }) => state === 'queued')) return 'queued'
  if (builds[0]?.state === 'failed' && (live === null || live.revision < revision)) return 'failed'
  return live === null ? 'unknown' : 'live'
}
