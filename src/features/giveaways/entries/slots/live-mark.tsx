import type { RealtimeState } from '#kernel/client/realtime/realtime.ts'
import { classNames } from '#ui/class-names.ts'

const WORDS: Record<RealtimeState, string> = {
  connected: 'Live',
  connecting: 'Connecting',
  disconnected: 'Not live: checked every 3 seconds',
  disrupted: 'Connection lost: checked every 3 seconds',
  'pending keep-alive': 'Connection silent: checked every 3 seconds',
}

/** Whether the slots update live or by polling. */
export function LiveMark({ state }: { state: RealtimeState }) {
  return (
    <p role="status" className="inline-flex items-center gap-1.5 text-muted text-sm">
      <span
        aria-hidden="true"
        className={classNames(
          'inline-block size-2 border',
          state === 'connected' ? 'border-ranger bg-ranger' : 'border-line-strong',
        )}
      />
      {WORDS[state]}
    </p>
  )
}
