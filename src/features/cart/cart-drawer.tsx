import { useState } from 'react'
import { Lazy, lazyPart } from '#ui/lazy.tsx'
import { useCartOpen } from './cart.ts'

const PANEL = lazyPart(() => import('./cart-panel.tsx'))

/** The cart at the side of every page: stands once in the shell, and is loaded when it is opened for the first time. */
export function CartDrawer() {
  const open = useCartOpen()
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return wanted ? <Lazy part={PANEL} props={{ open }} /> : null
}
