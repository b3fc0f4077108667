const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [tabindex="0"]'
/** Space between the button and a control, and the step in which a free place is looked for. */
const GAP = 4
const STEP = 8
/** The button stays below the header. */
const TOP = 72
/** A scroll has ended when none came for this time. */
const REST_MS = 120

type Span = { top: number; bottom: number }

/** How far up the button goes so that it covers no control; undefined where the whole edge is full of them. */
export function liftOver(button: Span, controls: readonly Span[]): number | undefined {
  for (let lift = 0; button.top - lift >= TOP; lift += STEP) {
    const isFree = controls.every(
      ({ top, bottom }) => bottom + GAP <= button.top - lift || top - GAP >= button.bottom - lift,
    )
    if (isFree) return lift
  }
  return undefined
}

/** Moves a fixed button up, after each scroll and change of the layout, so that it never covers a control. @returns the end of it. */
export function keepClear(button: HTMLElement): () => void {
  let waiting = 0
  let lifted = 0
  const look = () => {
    const own = button.getBoundingClientRect()
    // Hidden by the page.
    if (own.width === 0) return
    const place = { top: own.top + lifted, bottom: own.bottom + lifted }
    const controls = [...document.querySelectorAll(CONTROLS)]
      .filter(element => element !== button && !element.closest('[role=dialog]'))
      .map(element => element.getBoundingClientRect())
      .filter(
        ({ left, right, width, height }) => width > 0 && height > 0 && right > own.left - GAP && left < own.right + GAP,
      )
    const lift = liftOver(place, controls)
    lifted = lift ?? 0
    button.style.translate = `0 ${-lifted}px`
    button.style.visibility = lift === undefined ? 'hidden' : ''
  }
  const later = () => {
    clearTimeout(waiting)
    waiting = window.setTimeout(look, REST_MS)
  }
  const changes = new ResizeObserver(later)
  changes.observe(document.body)
  window.addEventListener('scroll', later, { passive: true })
  window.addEventListener('resize', later)
  return () => {
    clearTimeout(waiting)
    changes.disconnect()
    window.removeEventListener('scroll', later)
    window.removeEventListener('resize', later)
  }
}
