/** What the address of `/checkout` says of a payment. None of it is believed: it says where to look. */
export type Returned =
  /** No payment yet. `verification` is of the age then. */
  | { screen: 'checkout'; ageVerification: 'complete' | 'failed' | null }
  /** The server is asked about the session; until it has decided, the screen is as the address says. */
  | { screen: 'session'; sessionId: string; said: Said }
  /** Success without a session: the newest order tells. */
  | { screen: 'newest' }
  | { screen: 'cancelled'; orderId: string | null }
  | { screen: 'failed' }
  /** A guest's payment is nobody's business; who signs in comes back here. */
  | { screen: 'sign-in'; back: string }

type Said = 'success' | 'cancelled' | 'failed'

const SAID: readonly Said[] = ['success', 'cancelled', 'failed']
/** What a session's name may be, as the API takes it. */
const SESSION = /^[\w-]{1,200}$/

/**
 * Selects the screen of `/checkout` (checkout-and-admin.md section 2) from `status`, `session_id` and `verification`, and from
 * `order`, which our own cancel address carries.
 */
export function returnOfPayment(query: URLSearchParams, isSignedIn: boolean): Returned {
  const status = query.get('status')
  const verification = query.get('verification')
  const session = query.get('session_id') ?? ''
  const sessionId = SESSION.test(session) ? session : null
  // A session alone is a payment too; of one that could not be verified, no more is known than of one that failed.
  const said = SAID.find(one => one === status) ?? (sessionId && (verification === 'failed' ? 'failed' : 'success'))
  if (!said) return { screen: 'checkout', ageVerification: wordOf(verification) }
  if (isSignedIn && sessionId) return { screen: 'session', sessionId, said }
  if (said === 'cancelled') return { screen: 'cancelled', orderId: isSignedIn ? query.get('order') : null }
  if (said === 'failed') return { screen: 'failed' }
  return isSignedIn ? { screen: 'newest' } : { screen: 'sign-in', back: `/checkout?${query}` }
}

const wordOf = (verification: string | null) =>
  verification === 'complete' || verification === 'failed' ? verification : null
