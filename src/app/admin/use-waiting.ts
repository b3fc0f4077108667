import { useQuery } from '@tanstack/react-query'
import { useDeskCounts as useDeskMail } from '#features/free-entry/desk/admin/mail-desk-client.ts'
import { STAFF_ORDERS, staffClient } from '#features/orders/order/admin/staff-client.ts'
import { PROPOSALS, proposalsClient } from '#features/proposals/admin/proposals-client.ts'
import { ADMIN_REVIEWS, reviewsAdminClient } from '#features/reviews/admin/reviews-admin-client.ts'
import { DESK, deskClient } from '#features/support/admin/desk-client.ts'
import type { TicketType } from '#features/support/rules.ts'
import { ADMIN_WINNERS, winnersClient } from '#features/winners/admin/lists/winners-client.ts'
import { TASK_COUNT_LIMIT } from '#features/winners/rules.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import type { TabName } from './tabs/tabs.ts'

type Counts = { counts: Record<string, number>; limit: number } | undefined

/** Short counts of waiting items per tab, refreshed while the page is open. The tabs' lists share the query keys. */
export function useWaiting(): Partial<Record<TabName, string>> {
  const { data: orders } = useQuery({
    queryKey: [...STAFF_ORDERS, 'counts'],
    queryFn: () => call(staffClient().admin.orders.counts.$get()),
    enabled: useRight('orders.read'),
  })
  const support = useDeskCounts('support')
  const inquiries = useDeskCounts('general')
  useAdminChannel(['activity', 'orders'], () => {
    void queryClient.invalidateQueries({ queryKey: [...STAFF_ORDERS, 'counts'] })
  })
  useAdminChannel(['tickets'], () => {
    void queryClient.invalidateQueries({ queryKey: [DESK, 'counts'] })
  })
  return {
    orders: inWords(orders, 'to_pack'),
    support: inWords(support, 'active'),
    inquiries: inWords(inquiries, 'active'),
    winners: inWords(useWinnerTasks(), 'open'),
    reviews: inWords(useReviewCounts(), 'waiting'),
    mail: inWords(useMailCounts(), 'waiting'),
    proposals: inWords(useProposalCounts(), 'waiting'),
  }
}

function useMailCounts(): Counts {
  const { data } = useDeskMail(useRight('entries.confirm'))
  return data
}

function useProposalCounts(): Counts {
  const { data } = useQuery({
    queryKey: [PROPOSALS, 'counts'],
    queryFn: () => call(proposalsClient().counts.$get()),
    enabled: useRight('proposals.decide'),
  })
  useAdminChannel(['proposals'], () => {
    void queryClient.invalidateQueries({ queryKey: [PROPOSALS] })
  })
  return data
}

function useWinnerTasks(): Counts {
  const { data } = useQuery({
    queryKey: [...ADMIN_WINNERS, 'waiting'],
    queryFn: () => call(winnersClient().tasks.$get({ query: { limit: '1' } })),
    enabled: useRight('winners.read'),
  })
  useAdminChannel(['winners'], () => {
    void queryClient.invalidateQueries({ queryKey: ADMIN_WINNERS })
  })
  return data && { counts: { open: data.open }, limit: TASK_COUNT_LIMIT }
}

function useReviewCounts(): Counts {
  const { data } = useQuery({
    queryKey: [ADMIN_REVIEWS, 'counts'],
    queryFn: () => call(reviewsAdminClient.counts.$get()),
    enabled: useRight('reviews.moderate'),
  })
  useAdminChannel(['reviews'], () => {
    void queryClient.invalidateQueries({ queryKey: [ADMIN_REVIEWS, 'counts'] })
  })
  return data
}

function useDeskCounts(type: TicketType): Counts {
  const { data } = useQuery({
    queryKey: [DESK, 'counts', type],
    queryFn: () => call(deskClient.counts.$get({ query: { type } })),
    enabled: useRight('tickets.read'),
  })
  return data
}

/** The count stops at a limit and is shown as such. */
function inWords(known: Counts, what: string): string | undefined {
  const count = known?.counts[what] ?? 0
  if (count === 0) return undefined
  return count >= known!.limit ? `${known!.limit}+` : String(count)
}
