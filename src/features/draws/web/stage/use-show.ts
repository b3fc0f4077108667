import { useEffect, useState } from 'react'
import { useReducedMotion } from '#ui/time/use-reduced-motion.ts'
import { type DrawShow, stepsDoneAt } from './draw-show.ts'

/** Steps done, and whether all are. */
export type Playing = { done: number; isOver: boolean; replay: (() => void) | undefined }

/**
 * Plays a show from its first step on, once. With reduced motion the show is over from its start, and cannot be replayed.
 * @param startsOver true shows the end at once, as for a draw of last week.
 */
export function useShow(show: DrawShow | undefined, startsOver: boolean): Playing {
  const isStill = useReducedMotion()
  const [run, setRun] = useState(startsOver ? 0 : 1)
  const [done, setDone] = useState(0)
  const isPlayed = run > 0 && !isStill
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new run plays the show again.
  useEffect(() => {
    if (!show || !isPlayed) return
    let frame = 0
    const startedAt = performance.now()
    function next(now: number) {
      const steps = stepsDoneAt(show!, now - startedAt)
      setDone(steps)
      if (steps < show!.steps.length) frame = requestAnimationFrame(next)
    }
    frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  }, [show, isPlayed, run])

  const count = show?.steps.length ?? 0
  const shown = isPlayed ? Math.min(done, count) : count
  const isOver = show !== undefined && shown === count
  function replay() {
    setDone(0)
    setRun(last => last + 1)
  }
  return { done: shown, isOver, replay: isOver && !isStill && count > 0 ? replay : undefined }
}
