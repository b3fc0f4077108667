import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where the focus goes when an overlay closes and there is nothing left that it came from: another dialog stood there before it, or the
 * address opened it. Then it is what the overlay stood on, the topmost dialog or else the page.
 * @param open whether the overlay is open.
 * @param popup the overlay itself.
 * @returns for `finalFocus` of the overlay: true where the focus can go back to what it came from.
 */
export function useFocusAfterwards(
  open: boolean,
  popup: RefObject<HTMLElement | null>,
): () => true | HTMLElement | null {
  const before = useRef<Element | null>(null)
  const wasOpen = useRef(false)
  // While it is rendered, the focus is still where the person left it.
  if (open && !wasOpen.current && typeof document !== 'undefined') before.current = document.activeElement
  useEffect(() => {
    wasOpen.current = open
  }, [open])
  return () => {
    if (before.current?.isConnected && before.current !== document.body) return true
    // A toast calls itself a dialog that is not modal.
    const dialogs = document.querySelectorAll<HTMLElement>(
      ':is([role=dialog], [role=alertdialog]):not([aria-modal=false])',
    )
    const under = [...dialogs].filter(dialog => dialog !== popup.current).at(-1)
    return under ?? document.getElementById('main')
  }
}
