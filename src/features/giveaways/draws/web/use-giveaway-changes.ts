import { useEffect } from 'react'
import { realtime } from '#kernel/client/browser.ts'
import { useRealtimeState } from '#kernel/client/realtime/realtime.ts'

/** Time between two reads while the connection is down. */
const POLL_MS = 5000

/**
 * Calls `refresh` when a giveaway closes, is sealed or drawn, or gets an entry by mail, and while the connection is down every 5 s.
 * @param isOn false when nothing more can happen, or nobody waits for it.
 */
export function useGiveawayChanges(giveawayId: string, isOn: boolean, refresh: () => unknown): void {
  const isLive = useRealtimeState(realtime) === 'connected'
  useEffect(() => {
    if (!isOn) return
    return realtime.listen<{ isChanged?: true }>(
      `giveaways/${giveawayId}`,
      ({ isChanged }) => isChanged && void refresh(),
      () => void refresh(),
    )
  }, [giveawayId, isOn, refresh])
  useEffect(() => {
    if (isLive || !isOn) return
    const timer = setInterval(() => void refresh(), POLL_MS)
    return () => clearInterval(timer)
  }, [isLive, isOn, refresh])
}
