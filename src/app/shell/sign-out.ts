import { queryClient, session, transport } from '#platform/client/browser.ts'
import { leavePush } from './person-push.ts'
import { leaveCart } from './saved-cart.ts'

/**
 * Ends the session on the server, then forgets here whatever belonged to the person.
 * False when the server could not be told: the cookie still stands, so it must not look as if it were gone.
 */
export async function signOut(): Promise<boolean> {
  const clearCart = await leaveCart()
  const stay = await leavePush()
  const answer = await transport('/api/auth/logout', { method: 'POST' }).catch(() => undefined)
  // 401: there was no session any more, which is what was asked for.
  if (!answer?.ok && answer?.status !== 401) {
    stay()
    return false
  }
  clearCart()
  session.end()
  transport.forget()
  queryClient.clear()
  return true
}
