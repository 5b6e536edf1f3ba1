import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '#src/contract/page.ts'

export type List<Row> = {
  /** Everything shown so far; undefined while the first page is on its way. */
  data: Row[] | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/**
 * A list that comes in pages: `fetchPage` is asked with the cursor of the page before. One name for each set of filters:
 * `useList(['vendors', { q }], (cursor) => ask(() => api.vendors.$get({ query: { q, ...cursor } })))`.
 */
export function useList<Row>(
  queryKey: QueryKey,
  fetchPage: (cursor: { cursor?: string }) => Promise<Page<Row>>,
): List<Row> {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => fetchPage(pageParam === undefined ? {} : { cursor: pageParam }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[0] === queryKey[0] ? before : undefined),
  })
  return {
    data: query.data?.pages.flatMap(({ items }) => items),
    error: query.error,
    isPending: query.isPending,
    refetch: query.refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
