import { useEffect } from 'react'
import { cart } from '#features/cart/browser/cart.ts'
import { useUser } from '#kernel/client/browser.ts'

let kept: ReturnType<typeof import('./sync-cart.ts').syncCart> | undefined

/** Uses the account's cart while a user is signed in. Guests never load this code. @param isOpen false before a shop sells. */
export function useSavedCart(isOpen: boolean) {
  const userId = useUser()?.id
  useEffect(() => {
    if (!userId || !isOpen) return
    let left = false
    const load = () =>
      import('./sync-cart.ts')
        .then(({ syncCart }) => {
          if (!left) kept = syncCart(userId)
        })
        // The network failed: the cart stays in this browser and is merged into the account's cart once the network is back.
        .catch(() => window.addEventListener('online', load, { once: true }))
    void load()
    return () => {
      left = true
      window.removeEventListener('online', load)
      kept?.stop()
      kept = undefined
    }
  }, [userId, isOpen])
}

/** Before a sign-out: saves pending changes. @returns a function that removes the cart from this browser. */
export async function leaveCart(): Promise<() => void> {
  const leaving = kept
  await leaving?.flush()
  return () => {
    leaving?.stop()
    leaving?.forget()
    if (leaving) cart.clear()
  }
}
