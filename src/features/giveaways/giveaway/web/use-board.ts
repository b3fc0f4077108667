import { useQuery } from '@tanstack/react-query'
import { useUser } from '#kernel/client/browser.ts'
import { readSlots, slotsKey } from './giveaways-client.ts'
import type { PageGiveaway } from './load-giveaway.ts'

/**
 * The slots as signed-in users see them; undefined for guests. The server renders the page for guests, so the browser reads the board. It
 * follows the wall, which is live.
 */
export function useBoard({ id, state }: Pick<PageGiveaway, 'id' | 'state'>) {
  const user = useUser()
  return useQuery({
    queryKey: slotsKey(id, user?.id),
    queryFn: () => readSlots(id),
    enabled: user !== undefined && state !== 'drawn',
  }).data
}
