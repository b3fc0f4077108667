import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

export type ListOptions<Page, Row> = {
  queryKey: readonly unknown[]
  /** @param next the parameter `cursor`, empty for the first page. */
  fetchPage: (next: { cursor?: string }) => Promise<Page>
  rowsOf: (page: Page) => readonly Row[]
  /** Keeps the rows of the previous query key until the new ones arrive. Off where the rows belong to another record. */
  keepsRows?: boolean
  refetchInterval?: (rows: readonly Row[]) => number | false
  staleTime?: number
  /** The first page of server-rendered HTML; shown until a newer one is read. */
  initialPage?: Page | undefined
}

/** A list that grows page by page, for `<ListBody>`. */
export function useList<Page extends { nextCursor: string | null }, Row>(options: ListOptions<Page, Row>) {
  const { queryKey, fetchPage, rowsOf, keepsRows = true, refetchInterval, staleTime, initialPage } = options
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page, string>, readonly unknown[], string>({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    ...(staleTime !== undefined && { staleTime }),
    ...(initialPage && { initialData: { pages: [initialPage], pageParams: [''] } }),
    ...(refetchInterval && {
      refetchInterval: ({ state }) => refetchInterval(state.data?.pages.flatMap(rowsOf) ?? []),
    }),
  })
  return { query, rows: query.data?.pages.flatMap(rowsOf) ?? [], firstPage: query.data?.pages[0] }
}

export type List<Row> = {
  query: {
    isPending: boolean
    isError: boolean
    error: Error | null
    isFetching: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    /** True while the rows of the previous query key stand. */
    isPlaceholderData: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  rows: readonly Row[]
}
