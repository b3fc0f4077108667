import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#platform/client/browser.ts'
import { FormHead, IdentityFrame } from './identity-frame.tsx'
import { ResetFlow } from './reset-flow.tsx'
import { afterSignIn } from './rules.ts'
import { SignInForm } from './sign-in-form.tsx'

export const meta: MetaFunction = () => [
  { title: 'Sign In · Redoubt' },
  { name: 'description', content: 'Sign in to your Redoubt account.' },
  { name: 'robots', content: 'noindex' },
]

export default function LoginPage() {
  const { user } = useSession()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const next = query.get('next')
  /** The address of a person who forgot their password; undefined while signing in. */
  const [forgetful, setForgetful] = useState<string>()

  // Also for whoever opens this page signed in already.
  useEffect(() => {
    if (user) void navigate(afterSignIn(user, next), { replace: true })
  }, [user, next, navigate])

  return (
    <IdentityFrame>
      {forgetful === undefined ? (
        <>
          <FormHead title="Sign In">Your orders, credits and entries are waiting.</FormHead>
          <SignInForm next={next} onForgot={setForgetful} />
        </>
      ) : (
        <ResetFlow email={forgetful} onBack={() => setForgetful(undefined)} />
      )}
    </IdentityFrame>
  )
}
