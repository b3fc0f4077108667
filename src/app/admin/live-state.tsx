import { realtime } from '#kernel/client/browser.ts'
import { type RealtimeState, useRealtimeState } from '#kernel/client/realtime/realtime.ts'
import { classNames } from '#ui/class-names.ts'

const WORDS: Record<RealtimeState, { word: string; why: string }> = {
  connected: { word: 'Live', why: 'Lists follow what others change.' },
  'pending keep-alive': { word: 'Live', why: 'The connection is silent; it may be gone.' },
  connecting: { word: 'Connecting', why: 'Lists will follow what others change in a moment.' },
  disrupted: { word: 'Disrupted', why: 'What others change is not seen by itself; it is tried again every minute.' },
  disconnected: { word: 'Not live', why: 'What others change is not seen by itself.' },
}

/** Shows whether the screen updates by itself. */
export function LiveState() {
  const state = useRealtimeState(realtime)
  const { word, why } = WORDS[state]
  const isLive = state === 'connected' || state === 'pending keep-alive'
  return (
    <p role="status" title={why} data-realtime={state} className="flex items-center gap-2 text-muted text-sm">
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full', isLive ? 'bg-success' : 'border border-warning')}
      />
      {/* On phones a good or connecting state shows only the dot: the text would wrap the row and change its height. */}
      <span className={classNames((isLive || state === 'connecting') && 'max-sm:sr-only')}>{word}</span>
    </p>
  )
}
