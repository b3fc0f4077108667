import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedState } from './failed-state.tsx'

type QueryBodyProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Shown until the first answer. */
  loading: ReactNode
  children: (data: T) => ReactNode
}

/** A query's data; before it, the loading state or the failure with a retry. A failed refetch leaves the data. */
export function QueryBody<T>({ query: { data, error, isFetching, refetch }, loading, children }: QueryBodyProps<T>) {
  if (data !== undefined) return children(data)
  if (!error) return loading
  return (
    <FailedState busy={isFetching} onRetry={() => void refetch()}>
      {error.message}
    </FailedState>
  )
}
