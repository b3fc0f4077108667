import { useEffect } from 'react'
import { realtime } from '#kernel/client/browser.ts'
import { useRealtimeState } from '#kernel/client/realtime/realtime.ts'

type Pace = {
  /** Time between two reads while the connection is down, in milliseconds. */
  pollMs: number
  /** Reads again at the first connection too, which comes a moment after the page was loaded. */
  readsAtStart: boolean
}

/** The stage misses nothing. */
export const STAGE_PACE: Pace = { pollMs: 5_000, readsAtStart: true }
/** Pages are many: when the connections of all of them end at once, they read twelve times less often than stages. */
export const PAGE_PACE: Pace = { pollMs: 60_000, readsAtStart: false }

/**
 * Calls `refresh` when a giveaway closes, is sealed or drawn, or gets an entry by mail; after each reconnection; and at intervals while the
 * connection is down.
 * @param isOn `false` ends the subscription: after the draw, and for guests before the close.
 */
export function useGiveawayChanges(
  giveawayId: string,
  isOn: boolean,
  refresh: () => unknown,
  { pollMs, readsAtStart }: Pace,
): void {
  const isLive = useRealtimeState(realtime) === 'connected'
  useEffect(() => {
    if (!isOn) return
    let hasStarted = readsAtStart
    return realtime.listen<{ isChanged?: true }>(
      `giveaways/${giveawayId}`,
      ({ isChanged }) => isChanged && void refresh(),
      () => {
        if (hasStarted) void refresh()
        hasStarted = true
      },
    )
  }, [giveawayId, isOn, refresh, readsAtStart])
  useEffect(() => {
    if (isLive || !isOn) return
    const timer = setInterval(() => void refresh(), pollMs)
    return () => clearInterval(timer)
  }, [isLive, isOn, refresh, pollMs])
}
