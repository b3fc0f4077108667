import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ADDRESS_UPDATED } from '#features/identity/shipping/web/use-shipping-status.ts'
import { realtime, useUser } from '#kernel/client/browser.ts'
import { useRealtimeState } from '#kernel/client/realtime/realtime.ts'
import type { Moves } from '../../giveaway/slot-moves.ts'
import { moveSlots, readSlots, slotsKey } from '../../giveaway/web/giveaways-client.ts'

/** Slots are polled every 3 s while the realtime connection is down. */
const POLL_MS = 3000

/**
 * Taken slots and the user's own slots, live: read once, then updated over WebSocket. While the connection is down, polled every 3 s.
 * @param polls false where another reader of the same slots polls.
 */
export function useSlots(giveawayId: string, polls = true) {
  const user = useUser()
  const userId = user?.id
  const state = useRealtimeState(realtime)
  const isLive = state === 'connected'
  const query = useQuery({
    queryKey: slotsKey(giveawayId, userId),
    queryFn: () => readSlots(giveawayId),
    refetchInterval: isLive || !polls ? false : POLL_MS,
  })
  const { refetch } = query
  useEffect(
    () =>
      realtime.listen<Moves & { isChanged?: true }>(
        `giveaways/${giveawayId}`,
        ({ isChanged, ...moves }) => {
          moveSlots(giveawayId, userId, moves)
          // An entry by mail, or a disputed one: only the server knows the odds.
          if (isChanged) void refetch()
        },
        // Refetch, because changes before the subscription were not reported.
        () => void refetch(),
      ),
    [giveawayId, userId, refetch],
  )
  // The board says whether the address admits to the giveaway.
  useEffect(() => {
    const read = () => void refetch()
    window.addEventListener(ADDRESS_UPDATED, read)
    return () => window.removeEventListener(ADDRESS_UPDATED, read)
  }, [refetch])
  return { ...query, state }
}
