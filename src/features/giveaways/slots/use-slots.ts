import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { realtime, useSession } from '#platform/client/browser.ts'
import { useRealtimeState } from '#platform/client/realtime.ts'
import { moveSlots, readSlots, slotsKey } from '../giveaways-client.ts'

/** customer-side.md section 9: slot availability is polled every 3 s, while no connection tells it. */
const POLL_MS = 3000

/**
 * Which slots are taken and which are one's own, live: read once, then told over WebSocket; while that is not connected,
 * read every 3 seconds.
 */
export function useSlots(giveawayId: string) {
  const { user } = useSession()
  const userId = user?.id
  const state = useRealtimeState(realtime)
  const isLive = state === 'connected'
  const query = useQuery({
    queryKey: slotsKey(giveawayId, userId),
    queryFn: () => readSlots(giveawayId),
    refetchInterval: isLive ? false : POLL_MS,
  })
  const { refetch } = query
  useEffect(
    () =>
      realtime.listen<{ taken: number[]; freed: number[] }>(
        `giveaways/${giveawayId}`,
        moved => moveSlots(giveawayId, userId, moved),
        // What changed before the server began to tell has to be read.
        () => void refetch(),
      ),
    [giveawayId, userId, refetch],
  )
  return { ...query, state }
}
