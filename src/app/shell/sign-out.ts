import { session, transport } from '#platform/client/browser.ts'
import { leavePush } from './person-push.ts'
import { leaveCart } from './saved-cart.ts'

type Leaving = '/api/auth/logout' | '/api/auth/logout-everywhere'

/**
 * Ends the session on the server, then forgets here whatever belonged to the person.
 * @param path for this browser alone, or for all of them.
 * @returns false when the server could not be told: the cookie still stands, so it must not look as if it were gone.
 */
export async function signOut(path: Leaving = '/api/auth/logout'): Promise<boolean> {
  const clearCart = await leaveCart()
  const stay = await leavePush()
  const answer = await transport(path, { method: 'POST' }).catch(() => undefined)
  // 401: there was no session any more, which is what was asked for.
  if (!answer?.ok && answer?.status !== 401) {
    stay()
    return false
  }
  clearCart()
  session.end()
  return true
}
