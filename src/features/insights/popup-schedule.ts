/** When the popup of recent purchases comes and goes; times in milliseconds. */
type Timing = {
  firstShowMs: number
  rotateMs: number
  /** After it was closed, or after a turn that chance passed over. */
  reshowMs: number
  /** Of a turn, from 0 to 1. */
  probability: number
}

/** customer-side.md section 9. `off` is the fourth: never. */
export const FREQUENCIES = {
  constant: { firstShowMs: 3_000, rotateMs: 8_000, reshowMs: 30_000, probability: 1 },
  reduced: { firstShowMs: 15_000, rotateMs: 30_000, reshowMs: 120_000, probability: 0.7 },
  minimal: { firstShowMs: 60_000, rotateMs: 120_000, reshowMs: 300_000, probability: 0.4 },
  off: null,
} as const satisfies Record<string, Timing | null>
export type PopupFrequency = keyof typeof FREQUENCIES

type Options = {
  frequency: PopupFrequency
  /** Shows the purchase of this turn; turns count from 0. */
  onShow: (turn: number) => void
  onHide: () => void
  /** From 0 to below 1, as `Math.random`. */
  chance?: () => number
}

/**
 * Runs the popup: it waits, chance decides whether it comes, it rotates while it is there, and when the visitor has closed it,
 * it waits again.
 * @returns `close` for the visitor's button, `stop` for the end of the page.
 */
export function schedulePopup({ frequency, onShow, onHide, chance = Math.random }: Options) {
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
  if (timing) wait(timing.firstShowMs, () => come(timing))

  return {
    close() {
      onHide()
      if (timing) wait(timing.reshowMs, () => come(timing))
    },
    stop: () => clearTimeout(timer),
  }
}
