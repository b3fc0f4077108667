import { useEffect } from 'react'
import { cart } from '#features/cart/cart.ts'
import { useSession } from '#platform/client/browser.ts'

let kept: ReturnType<typeof import('./keep-cart.ts').keepCart> | undefined

/** While somebody is signed in, the cart is that of their account. Guests never load any of it. */
export function useSavedCart() {
  const userId = useSession().user?.id
  useEffect(() => {
    if (!userId) return
    let left = false
    const load = () =>
      import('./keep-cart.ts')
        .then(({ keepCart }) => {
          if (!left) kept = keepCart(userId)
        })
        // The network went away: the cart stays in this browser meanwhile, and joins the account's once it is back.
        .catch(() => window.addEventListener('online', load, { once: true }))
    void load()
    return () => {
      left = true
      window.removeEventListener('online', load)
      kept?.stop()
      kept = undefined
    }
  }, [userId])
}

/** Before a sign-out: saves what is not saved yet. @returns what takes the cart out of this browser once it is done. */
export async function leaveCart(): Promise<() => void> {
  const leaving = kept
  await leaving?.flush()
  return () => {
    leaving?.stop()
    leaving?.forget()
    if (leaving) cart.clear()
  }
}
