/** The payment state in the address of `/checkout`. The address is not trusted; it only says where to look. */
export type Returned =
  /** No payment yet. `verification` concerns the age in this case. */
  | { screen: 'checkout'; ageVerification: 'complete' | 'failed' | null }
  /** The server is asked about the session. Until it has decided, the screen follows the address. */
  | { screen: 'session'; sessionId: string; said: Said }
  /** Success without a session: the newest order decides. */
  | { screen: 'newest' }
  | { screen: 'cancelled'; orderId: string | null }
  | { screen: 'failed' }
  /** A guest sees nothing of a payment and returns here after signing in. */
  | { screen: 'sign-in'; back: string }

type Said = 'success' | 'cancelled' | 'failed'

const SAID: readonly Said[] = ['success', 'cancelled', 'failed']
/** Format of a session id, as the API accepts it. */
const SESSION = /^[\w-]{1,200}$/

/** Selects the screen of `/checkout` from `status`, `session_id` and `verification`, and from `order` of our own cancel address. */
export function returnOfPayment(query: URLSearchParams, isSignedIn: boolean): Returned {
  const status = query.get('status')
  const verification = query.get('verification')
  const session = query.get('session_id') ?? ''
  const sessionId = SESSION.test(session) ? session : null
  // A session without a status is a payment as well. A failed verification is treated as a failed payment.
  const said = SAID.find(one => one === status) ?? (sessionId && (verification === 'failed' ? 'failed' : 'success'))
  if (!said) return { screen: 'checkout', ageVerification: wordOf(verification) }
  if (isSignedIn && sessionId) return { screen: 'session', sessionId, said }
  if (said === 'cancelled') return { screen: 'cancelled', orderId: isSignedIn ? query.get('order') : null }
  if (said === 'failed') return { screen: 'failed' }
  return isSignedIn ? { screen: 'newest' } : { screen: 'sign-in', back: `/checkout?${query}` }
}

const wordOf = (verification: string | null) =>
  verification === 'complete' || verification === 'failed' ? verification : null
