import { useEffect, useRef, useState } from 'react'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { lazy } from '#ui/lazy.tsx'

const SaleNotice = lazy(async () => (await import('./sale-notice.tsx')).default)

/** Popup of recent purchases, mounted once in the shell; its data is loaded when it first appears. */
export function RecentSalesPopup({ frequency }: { frequency: PopupFrequency }) {
  const [turn, setTurn] = useState<number | null>(null)
  const schedule = useRef<ReturnType<typeof schedulePopup>>(undefined)
  useEffect(() => {
    const closedAt = Number(browserStorage.getItem(CLOSED)) || 0
    schedule.current = schedulePopup({ frequency, closedAt, onShow: setTurn, onHide: () => setTurn(null) })
    return () => schedule.current?.stop()
  }, [frequency])
  if (turn === null) return null
  function close() {
    browserStorage.setItem(CLOSED, String(Date.now()))
    schedule.current?.close()
  }
  return <SaleNotice turn={turn} onClose={close} />
}

/** When a visitor of this browser closed the popup, so that a reload does not bring it back earlier. */
const CLOSED = 'redoubt.popup-closed'

/** Schedule of the popup of recent purchases; times in milliseconds. */
type Timing = {
  firstShowMs: number
  rotateMs: number
  /** Delay after the visitor closed the popup, or after a turn that chance skipped. */
  reshowMs: number
  /** Probability that a turn is shown, from 0 to 1. */
  probability: number
}

export const FREQUENCIES = {
  constant: { firstShowMs: 3_000, rotateMs: 8_000, reshowMs: 30_000, probability: 1 },
  reduced: { firstShowMs: 15_000, rotateMs: 30_000, reshowMs: 120_000, probability: 0.7 },
  minimal: { firstShowMs: 60_000, rotateMs: 120_000, reshowMs: 300_000, probability: 0.4 },
  off: null,
} as const satisfies Record<string, Timing | null>
export type PopupFrequency = keyof typeof FREQUENCIES

type Options = {
  frequency: PopupFrequency
  /** When the visitor closed the popup on an earlier page, in ms; 0 for never. */
  closedAt?: number
  /** Shows the purchase of this turn; turns count from 0. */
  onShow: (turn: number) => void
  onHide: () => void
  /** A number from 0 to below 1, as `Math.random`. */
  chance?: () => number
}

/**
 * Runs the popup. After a delay chance decides whether it shows; while shown it rotates; after the visitor closes it, it waits
 * again.
 * @returns `close` for the visitor's close button, `stop` for leaving the page.
 */
export function schedulePopup({ frequency, closedAt = 0, onShow, onHide, chance = Math.random }: Options) {
  const timing = FREQUENCIES[frequency]
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  const wait = (ms: number, next: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }
  function come({ rotateMs, reshowMs, probability }: Timing) {
    if (chance() >= probability) return wait(reshowMs, () => come(timing!))
    const show = () => {
      onShow(turn++)
      wait(rotateMs, show)
    }
    show()
  }
  if (timing) {
    // A clock that was set back must not lengthen the wait.
    const stillClosedMs = Math.min(timing.reshowMs, closedAt + timing.reshowMs - Date.now())
    wait(Math.max(timing.firstShowMs, stillClosedMs), () => come(timing))
  }

  return {
    close() {
      onHide()
      if (timing) wait(timing.reshowMs, () => come(timing))
    },
    stop: () => clearTimeout(timer),
  }
}
