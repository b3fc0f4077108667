import { useEffect } from 'react'
import { cart, useCartOpen } from '#features/cart/browser/cart.ts'

/** Debounce: five clicks on + are one check. */
const CHECK_AFTER_MS = 400

/**
 * Keeps the cart of this browser within the units left: after each change, and when the drawer opens. A visitor who touches no cart never
 * loads this code.
 * @param isOn false on the checkout, which asks for quotes itself.
 */
export function useFittedCart(isOn: boolean) {
  const isOpen = useCartOpen()
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function checkSoon() {
      clearTimeout(timer)
      // Without a network the cart stays as it is, and the checkout tells.
      timer = setTimeout(
        () => void import('./fit-cart.ts').then(({ fitCart }) => fitCart()).catch(() => {}),
        CHECK_AFTER_MS,
      )
    }
    if (isOpen) checkSoon()
    const unsubscribe = cart.subscribe(checkSoon)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [isOn, isOpen])
}
