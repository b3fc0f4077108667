import { useState } from 'react'
import { useNow } from '#ui/time/use-now.ts'

/** The time left for a step, as a clock. Screen readers do not announce each second; the expiry is announced. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const now = useNow()
  // The clock ticks in whole seconds, and the current second may have begun before this step.
  const left = now === null ? seconds : Math.min(seconds, Math.max(0, Math.ceil((end - now) / 1000)))
  return (
    <p className="mt-3 text-muted text-sm">
      This step is open for{' '}
      <span className="figure text-ink">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
    </p>
  )
}
