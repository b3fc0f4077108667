import { useDeferredValue, useState } from 'react'
import { Lazy, lazyPart } from '#ui/lazy.tsx'
import { useCartOpen } from '../browser/cart.ts'

const PANEL = lazyPart(() => import('./cart-panel.tsx'))

/** The cart drawer of the shell, on every page; loaded when first opened. */
export function CartDrawer() {
  // The pressed button answers in its frame; the drawer, which takes longer, is drawn in the next one.
  const open = useDeferredValue(useCartOpen())
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return wanted ? <Lazy part={PANEL} props={{ open }} /> : null
}
