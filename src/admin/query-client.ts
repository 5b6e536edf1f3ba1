import { QueryClient } from '@tanstack/react-query'

const FRESH = 5 * 60_000

/** Fresh for 5 minutes, no refetch on focus or reconnect, 1 retry. (product 9) */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: 1 },
    mutations: { retry: 0 },
  },
})
