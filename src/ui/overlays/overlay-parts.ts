import { useEffect, useRef } from 'react'
import { focusNear, type PlaceOfControl, placeOf } from '../focus/place-of-control.ts'

/** Dims the page behind a dialog or a drawer. */
export const BACKDROP_CLASS =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Frame of all floating elements: a hairline, no shadow. */
export const POPUP_CLASS =
  'rounded-md border border-line-strong bg-surface text-ink outline-none transition duration-150 ease-out ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0'

/**
 * Chooses the focus target when an overlay closes and its opener is gone: because its row left the list, another dialog opened it, or the
 * address did. The target is then the control nearest to the opener, else the topmost dialog below, else the page's main element.
 * @param open true while the overlay is open.
 * @returns the `ref` and the `finalFocus` of the overlay's popup; the latter returns true if the focus can return to the opener.
 */
export function useFocusAfterwards(open: boolean) {
  // Kept after the popup is gone, which a page that closes it by leaving does first.
  const popup = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  const place = useRef<PlaceOfControl>([])
  const wasOpen = useRef(false)
  // During the first open render, the focus is still on the opener.
  if (open && !wasOpen.current && typeof document !== 'undefined') {
    before.current = document.activeElement
    place.current = before.current ? placeOf(before.current) : []
  }
  useEffect(() => {
    wasOpen.current = open
  }, [open])
  const ref = (element: HTMLElement | null) => {
    if (element) popup.current = element
  }
  const finalFocus = (): true | HTMLElement | null => {
    if (before.current?.isConnected && before.current !== document.body) return true
    if (focusNear(place.current)) return document.activeElement as HTMLElement
    // Skips toasts, which have the role of a non-modal dialog.
    const dialogs = document.querySelectorAll<HTMLElement>(
      ':is([role=dialog], [role=alertdialog]):not([aria-modal=false])',
    )
    const under = [...dialogs].filter(dialog => dialog !== popup.current).at(-1)
    return under ?? document.getElementById('main')
  }
  return { ref, finalFocus }
}
