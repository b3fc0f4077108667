/** For each ancestor of a control, from the inside out: the ancestor and what stood beside the path to the control. */
export type PlaceOfControl = readonly { parent: HTMLElement; next: Element | null; previous: Element | null }[]

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'

/** Remembers where a control stands, to find its neighbours after it is gone. */
export function placeOf(control: Element): PlaceOfControl {
  const place = []
  for (let at = control; at.parentElement; at = at.parentElement)
    place.push({ parent: at.parentElement, next: at.nextElementSibling, previous: at.previousElementSibling })
  return place
}

/**
 * Moves the focus to the nearest control of a place: in the part that followed, in the part before, else the first one in the closest part
 * that is still there. Parts behind a modal dialog refuse the focus.
 * @returns false if no part of the place took it.
 */
export function focusNear(place: PlaceOfControl): boolean {
  for (const { parent, next, previous } of place) {
    if (!parent.isConnected) continue
    // So much of the page is gone that its beginning is the next thing to read.
    if (parent === document.body || parent.id === 'main') return false
    // A neighbour that moved elsewhere in the page is no neighbour any more.
    for (const part of [next, previous].filter(part => part?.parentElement === parent).concat(parent))
      if (controlsIn(part!).some(takesFocus)) return true
  }
  return false
}

const controlsIn = (part: Element): HTMLElement[] =>
  [...(part.matches(CONTROLS) ? [part] : []), ...part.querySelectorAll(CONTROLS)].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.tabIndex >= 0 && !control.matches(':disabled, [aria-hidden]'),
  )

function takesFocus(control: HTMLElement): boolean {
  control.focus({ preventScroll: true })
  return document.activeElement === control
}
