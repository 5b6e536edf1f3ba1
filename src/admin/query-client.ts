import { type InvalidateOptions, type InvalidateQueryFilters, MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/islands/call.ts'
import { dashboardQuery } from './waiting.ts'

/** True for a refusal because the site is closed to this person. */
export function isSiteClosed(fault: unknown): boolean {
  return fault instanceof ApiError && fault.code === 'closed'
}

const FRESH = 5 * 60_000

/**
 * What is out of date while it is loaded for the first time is fetched once more: its answer may be from before the change. The
 * library does so for what has been loaded before, and would take the first answer for a fresh one.
 */
class AdminQueryClient extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const loads = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await super.invalidateQueries(filters, options)
    if (loads.length === 0) return
    await Promise.allSettled(loads.map(({ promise }) => promise))
    await super.invalidateQueries({ ...filters, predicate: (query) => loads.includes(query) }, options)
  }
}

/** Fresh for 5 minutes, no refetch on focus or reconnect, 1 retry. (product 9) */
export const queryClient: QueryClient = new AdminQueryClient({
  // Any change may affect the counts of the sidebar.
  mutationCache: new MutationCache({
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
    // Somebody has closed the site: the banner says so at once.
    onError: (fault) => {
      if (isSiteClosed(fault)) void queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey })
    },
  }),
  defaultOptions: {
    queries: { staleTime: FRESH, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: 1 },
    mutations: { retry: 0 },
  },
})
