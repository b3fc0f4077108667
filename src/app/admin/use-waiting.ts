import { useQuery } from '@tanstack/react-query'
import { STAFF_ORDERS, staffClient } from '#features/orders/admin/staff-client.ts'
import { queryClient } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { useRight } from '#platform/client/rights.ts'
import { useAdminChannel } from '#platform/client/staff-changes.ts'
import type { TabName } from './tabs.ts'

/** What waits for staff by tab, in few letters; kept up while the page is open. Counting ends at a limit. */
export function useWaiting(): Partial<Record<TabName, string>> {
  const orders = useQuery({
    queryKey: [...STAFF_ORDERS, 'counts'],
    queryFn: () => call(staffClient().admin.orders.counts.$get()),
    enabled: useRight('orders.read'),
  })
  useAdminChannel(['activity', 'orders'], ['/api/admin/orders'], () => {
    void queryClient.invalidateQueries({ queryKey: [...STAFF_ORDERS, 'counts'] })
  })
  const { counts, limit = 0 } = orders.data ?? {}
  return { orders: inWords(counts?.to_pack ?? 0, limit) }
}

const inWords = (count: number, limit: number) => {
  if (count === 0) return undefined
  return count >= limit ? `${limit}+` : String(count)
}
