import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import type { CheckResult, Discrepancy } from '../contract.ts'
import { DiscrepancyCard } from './discrepancy-card.tsx'
import { DISCREPANCIES, discrepanciesChanged, reconciliationClient } from './reconciliation-client.ts'
import { ResolveDiscrepancy } from './resolve-discrepancy.tsx'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
]

/** Open or resolved discrepancies, newest first, page by page. The address selects which of the two. */
export function DiscrepancyList() {
  const [params, setParams] = useSearchParams()
  const state = params.get('discrepancies') === 'resolved' ? 'resolved' : 'open'
  const [resolving, setResolving] = useState<Discrepancy | null>(null)
  const list = useInfiniteQuery({
    queryKey: [DISCREPANCIES, state],
    queryFn: ({ pageParam }) =>
      call(
        reconciliationClient().admin.discrepancies.$get({ query: { state, ...(pageParam && { cursor: pageParam }) } }),
      ),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
  })
  const comparedAt = list.data?.pages[0]?.comparedAt

  function show(next: string) {
    setParams(
      now => {
        if (next === 'open') now.delete('discrepancies')
        else now.set('discrepancies', next)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Show"
          className="w-full sm:w-44"
          options={STATES}
          value={state}
          onChange={({ target }) => show(target.value)}
        />
        <CheckAgain />
        <p className="text-muted text-sm sm:ml-auto sm:pb-3">
          {comparedAt ? `Last compared ${formatMoment(new Date(comparedAt))}` : list.data && 'Not compared yet'}
        </p>
      </div>
      <Discrepancies list={list} state={state} isCompared={Boolean(comparedAt)} onResolve={setResolving} />
      {resolving && <ResolveDiscrepancy discrepancy={resolving} onClose={() => setResolving(null)} />}
    </>
  )
}

type ListProps = {
  list: {
    data: { pages: { discrepancies: Discrepancy[] }[] } | undefined
    isError: boolean
    error: Error | null
    isFetching: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  state: 'open' | 'resolved'
  isCompared: boolean
  onResolve: (discrepancy: Discrepancy) => void
}

function Discrepancies({ list, state, isCompared, onResolve }: ListProps) {
  if (list.isError) {
    return (
      <FailedState busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error?.message}
      </FailedState>
    )
  }
  if (!list.data) return <SkeletonText lines={6} />
  const shown = list.data.pages.flatMap(page => page.discrepancies)
  if (shown.length === 0) {
    if (state === 'resolved') return <EmptyState title="Nothing was resolved yet" />
    return isCompared ? (
      <EmptyState icon="check" title="Nothing disagrees">
        Every payment and refund is the same here and at the payment provider.
      </EmptyState>
    ) : (
      <EmptyState title="Not compared yet">The first comparison comes by itself within five minutes.</EmptyState>
    )
  }
  return (
    <div>
      <ul className="flex flex-col gap-3">
        {shown.map(discrepancy => (
          <DiscrepancyCard key={discrepancy.id} discrepancy={discrepancy} onResolve={onResolve} />
        ))}
      </ul>
      <LoadMore
        shown={shown.length}
        noun={shown.length === 1 ? 'discrepancy' : 'discrepancies'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </div>
  )
}

/** Starts a comparison of the books and shows the result. */
function CheckAgain() {
  const check = useMutation({
    mutationFn: () => call(reconciliationClient().admin.discrepancies.check.$post()),
    onSuccess: async result => {
      toast(checkText(result))
      await discrepanciesChanged()
    },
    onError: error => toast.error(error.message),
  })
  return (
    <Button variant="secondary" busy={check.isPending} busyText="Checking..." onClick={() => check.mutate()}>
      Check again
    </Button>
  )
}

function checkText({ outcome, found, gone }: CheckResult): string {
  if (outcome === 'busy') return 'The books are being compared already. Look again in a minute.'
  if (outcome === 'unreachable') return 'The payment provider cannot be asked now. It is tried again by itself.'
  const news = found === 0 && gone === 0 ? 'Nothing new.' : `${found} new, ${gone} resolved by itself.`
  return outcome === 'more' ? `${news} There is more to read, which goes on by itself.` : news
}
