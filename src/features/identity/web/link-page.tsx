import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { queryClient } from '#kernel/client/query-client.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { useSubmit } from './use-submit.ts'

type LinkPageProps = { eyebrow: string; title: string; children: (token: string) => ReactNode }

/** The target of a link in an e-mail, without sign-in. Opening it changes nothing, because programs that scan mail open links. */
export function LinkPage({ eyebrow, title, children }: LinkPageProps) {
  const token = useSearchParams()[0].get('token')
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow={eyebrow}>{title}</PageTitle>
      <div className="max-w-xl">{token ? children(token) : <Incomplete />}</div>
    </div>
  )
}

const Incomplete = () => (
  <FailedState title="This link is not complete">Please open it again from the e-mail.</FailedState>
)

/** Reads the record behind a link. `act` sends a change and shows its answer in place of the record. */
export function useLink<Shown>(queryKey: readonly string[], read: () => Promise<Shown>) {
  const query = useQuery({ queryKey, queryFn: read })
  const { busy, problem, run } = useSubmit()
  const act = (send: () => Promise<Shown>) =>
    void run(async () => {
      queryClient.setQueryData(queryKey, await send())
    }, 'This could not be saved. Please try again.')
  return { query, busy, problem, act }
}

type LinkBodyProps<Shown> = {
  link: ReturnType<typeof useLink<Shown>>
  /** The code of the refusal of a damaged link. */
  invalid: string
  lines?: number
  children: (shown: Shown) => ReactNode
}

/** The record behind a link, or why it cannot be shown. */
export function LinkBody<Shown>({ link: { query }, invalid, lines = 6, children }: LinkBodyProps<Shown>) {
  if (query.error && (query.error as { code?: string }).code === invalid) return <Incomplete />
  if (query.error) return <FailedState query={query} />
  return query.data === undefined ? <SkeletonText lines={lines} /> : children(query.data)
}
