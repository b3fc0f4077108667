import { useEffect } from 'react'
import { focusNear, type PlaceOfControl, placeOf } from './place-of-control.ts'

/**
 * Keeps the focus when the focused control leaves the page or is disabled: a row that is settled leaves its list, a button gives way to
 * the next one. The nearest control takes it, because a lost focus sends the next Tab to the top of the page. It works on the document,
 * because one implementation serves every list and form.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let place: PlaceOfControl = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = target
      place = placeOf(target)
    }
    // A disabled control keeps the focus until the next frame.
    const isLost = () =>
      last !== null &&
      (!last.isConnected || last.matches(':disabled')) &&
      (document.activeElement === document.body || document.activeElement === last)
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(timer)
      // What moves the focus on purpose, such as a closing dialog, comes first.
      timer = setTimeout(() => {
        if (!isLost()) return
        if (!focusNear(place)) document.getElementById('main')?.focus({ preventScroll: true })
      })
    })
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    })
    document.addEventListener('focusin', remember)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
