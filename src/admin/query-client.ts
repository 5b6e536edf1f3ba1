import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/islands/call.ts'
import { dashboardQuery } from './waiting.ts'

/** True for a refusal because the site is closed to this person. */
export function isSiteClosed(fault: unknown): boolean {
  return fault instanceof ApiError && fault.code === 'closed'
}

const FRESH = 5 * 60_000

/** Fresh for 5 minutes, no refetch on focus or reconnect, 1 retry. (product 9) */
export const queryClient: QueryClient = new QueryClient({
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
