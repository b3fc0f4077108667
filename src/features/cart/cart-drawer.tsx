import { useState } from 'react'
import { Late, latePart } from '#ui/late.tsx'
import { useCartOpen } from './cart.ts'

const PANEL = latePart(() => import('./cart-panel.tsx'))

/** The cart at the side of every page: stands once in the shell, and is loaded when it is opened for the first time. */
export function CartDrawer() {
  const open = useCartOpen()
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return wanted ? <Late part={PANEL} props={{ open }} /> : null
}
