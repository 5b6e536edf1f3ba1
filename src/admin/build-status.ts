import { queryOptions } from '@tanstack/react-query'
import type { BuildStatus } from '#src/contract/build.ts'
import { api, ask } from './api.ts'

/** Asked again this often, in milliseconds, while a build is on its way, and otherwise. */
const BUSY = 1_500
const IDLE = 30_000

/** How the site stands, followed while it changes. */
export const buildsQuery = queryOptions({
  queryKey: ['builds'],
  queryFn: () => ask(() => api.builds.$get()),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY : IDLE),
})

/** True while a wish is queued or being built. */
export function isUnderWay({ builds }: BuildStatus): boolean {
  return builds.some(({ state }) => state === 'queued' || state === 'building')
}

export type Standing = 'live' | 'queued' | 'building' | 'failed' | 'unknown'

/** How the site stands, in one word: the newest wish decides, and what visitors see has the last one. */
export function standingOf({ revision, live, builds }: BuildStatus): Standing {
  if (builds.some(({ state }) => state === 'building')) return 'building'
  if (builds.some(({ state }) => state === 'queued')) return 'queued'
  if (builds[0]?.state === 'failed' && (live === null || live.revision < revision)) return 'failed'
  return live === null ? 'unknown' : 'live'
}
