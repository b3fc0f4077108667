import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { afterSignIn } from '../user/rules.ts'

/** Leads signed-in users from a page for guests to the page after a sign-in. @param next the `next` parameter of the page. */
export function useGuestsOnly(next: string | null): void {
  const { user, ...state } = useSession()
  // An ended session still names its user, who is here to sign in again.
  const signedIn = 'lapsed' in state ? undefined : user
  const navigate = useNavigate()
  useEffect(() => {
    if (signedIn) void navigate(afterSignIn(signedIn, next), { replace: true })
  }, [signedIn, next, navigate])
}
