import { lazy, Suspense, useState } from 'react'
import { useCartOpen } from './cart.ts'

const CartPanel = lazy(() => import('./cart-panel.tsx'))

/** The cart at the side of every page: stands once in the shell, and is loaded when it is opened for the first time. */
export function CartDrawer() {
  const open = useCartOpen()
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <CartPanel open={open} />
    </Suspense>
  )
}
