import { useEffect } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Lazy, lazyPart } from '#ui/lazy.tsx'

const SIGN_IN_AGAIN = lazyPart(() => import('./sign-in-again.tsx'))

/** The message when a session ends while a page is open. */
export function LapsedSession() {
  const session = useSession()
  const leftElsewhere = session.status === 'guest' && session.leftElsewhere
  useEffect(() => {
    if (leftElsewhere) toast.info('You signed out in another tab.')
  }, [leftElsewhere])
  if (session.status !== 'signed-in' || !session.lapsed) return null
  return <Lazy part={SIGN_IN_AGAIN} props={{ user: session.user }} />
}
