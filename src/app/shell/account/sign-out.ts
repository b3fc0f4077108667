import { session, transport } from '#kernel/client/browser.ts'
import { leaveCart } from '../saved-cart.ts'
import { leavePush } from './user-push.ts'

type Leaving = '/api/auth/logout' | '/api/auth/logout-everywhere'

/**
 * Ends the session on the server, then deletes the user's data in this browser.
 * @param path for this browser alone, or for all of the user's browsers.
 * @returns false when the server was unreachable: the cookie is still valid, so the page must not look signed out.
 */
export async function signOut(path: Leaving = '/api/auth/logout'): Promise<boolean> {
  const clearCart = await leaveCart()
  const stay = await leavePush()
  const answer = await transport(path, { method: 'POST' }).catch(() => undefined)
  // 401: the session had already ended, which is the goal.
  if (!answer?.ok && answer?.status !== 401) {
    stay()
    return false
  }
  clearCart()
  session.end()
  return true
}
