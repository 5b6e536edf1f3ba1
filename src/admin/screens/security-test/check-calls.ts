import { queryOptions } from '@tanstack/react-query'
import type { CheckMark, CheckRound, ChecksOverview } from '#src/contract/checks.ts'
import type { MuteInput } from '#src/contract/mute.ts'
import { api, ask } from '../../api.ts'

/** Milliseconds between two looks while a round is under way. */
const PACE = 2_000

/** The last round and every check. While a round is under way it is fetched again and again, also after a reload. */
export const checksQuery = queryOptions<ChecksOverview>({
  queryKey: ['checks', 'overview'],
  queryFn: () => ask(() => api.checks.$get()),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data?.round ?? null) ? PACE : false),
})

/** The last rounds. `last` is the newest one that the screen knows to be over. */
export const roundsQuery = (last: string | undefined) =>
  queryOptions<CheckRound[]>({
    queryKey: ['checks', 'rounds', last],
    queryFn: async () => (await ask(() => api.checks.rounds.$get())).items,
  })

/** Every run of one check that is kept. */
export const historyQuery = (key: string) =>
  queryOptions<CheckMark[]>({
    queryKey: ['checks', 'history', key],
    queryFn: async () => (await ask(() => api.checks[':key'].history.$get({ param: { key } }))).items,
    staleTime: 0,
  })

/** True while a round waits or runs. */
export function isUnderWay(round: CheckRound | null): boolean {
  return round !== null && round.finishedAt === null
}

export const runChecks = (): Promise<ChecksOverview> => ask(() => api.checks.rounds.$post())

export const muteCheck = (key: string, json: MuteInput): Promise<ChecksOverview> =>
  ask(() => api.checks[':key'].mute.$post({ param: { key }, json }))

export const unmuteCheck = (key: string): Promise<ChecksOverview> =>
  ask(() => api.checks[':key'].unmute.$post({ param: { key } }))

/** What is out of date after any of these. */
export const STALE_CHECKS = [checksQuery.queryKey] as const
