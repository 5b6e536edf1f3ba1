import { MutationCache, QueryClient } from '@tanstack/react-query'
import { dashboardQuery } from './waiting.ts'

const FRESH = 5 * 60_000

/** Fresh for 5 minutes, no refetch on focus or reconnect, 1 retry. (product 9) */
export const queryClient: QueryClient = new QueryClient({
  // Any change may affect the counts of the sidebar.
  mutationCache: new MutationCache({
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
  }),
  defaultOptions: {
    queries: { staleTime: FRESH, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: 1 },
    mutations: { retry: 0 },
  },
})
