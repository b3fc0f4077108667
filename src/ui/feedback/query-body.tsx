import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedState } from './failed-state.tsx'

type QueryBodyProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Shown until the first answer. */
  loading: ReactNode
  /** Title of a failed load: "Failed to load the order". */
  failed?: string
  children: (data: T) => ReactNode
}

/** A query's data; before it, the loading state or the failure with a retry. A failed refetch leaves the data, and with it what was typed. */
export function QueryBody<T>({ query, loading, failed, children }: QueryBodyProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return loading
  return <FailedState query={{ error, isFetching, refetch }} {...(failed && { title: failed })} />
}
