import { useEffect, useState } from 'react'
import { PURCHASED } from '#features/cart/browser/cart-store.ts'

/** True when another tab has paid for the cart while this page was open. */
export function usePaidElsewhere(): boolean {
  const [isPaid, setPaid] = useState(false)
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => key === PURCHASED && newValue && setPaid(true)
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [])
  return isPaid
}
