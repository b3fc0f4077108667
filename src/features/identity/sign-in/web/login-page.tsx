import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { lazy } from '#ui/lazy.tsx'
import { ResetFlow } from '../../passwords/web/reset-flow.tsx'
import { pendingRegistration } from '../../registration/web/pending-registration.ts'
import { afterSignIn, type LinkedReset, readResetLink } from '../../rules.ts'
import { beginSession } from '../../web/identity-client.ts'
import type { Challenge } from '../challenge/contract.ts'
import { FormHead, IdentityFrame } from './identity-frame.tsx'
import { Checking } from './route-guard.tsx'
import { type SignInAnswer, SignInForm, type Typed } from './sign-in-form.tsx'

const ChallengeFlow = lazy(async () => (await import('../challenge/challenge-flow.tsx')).ChallengeFlow, <Checking />)

export const meta: MetaFunction = () => [
  { title: 'Sign In · Redoubt' },
  { name: 'description', content: 'Sign in to your Redoubt account.' },
  { name: 'robots', content: 'noindex' },
]

/** Replaces the sign-in form: the next challenge, or a reset, which the shop may have demanded. */
type Step = { challenge: Challenge } | { reset: 'asked' | 'demanded' | LinkedReset }

export default function LoginPage() {
  const { user, ...state } = useSession()
  // An ended session still names its user, who is here to sign in again.
  const signedIn = 'lapsed' in state ? undefined : user
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const next = query.get('next')
  const [step, setStep] = useState<Step>()
  const [typed, setTyped] = useState<Typed>({ email: '', password: '' })

  // Also runs for a user who opens this page while signed in.
  useEffect(() => {
    if (signedIn) void navigate(afterSignIn(signedIn, next), { replace: true })
  }, [signedIn, next, navigate])

  // Reads the link of a reset e-mail and keeps the code out of the browser history.
  useLayoutEffect(() => {
    const reset = readResetLink(location.hash)
    if (!reset) return
    setStep({ reset })
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [])

  const back = useCallback(() => setStep(undefined), [])
  async function take(answer: SignInAnswer, typed: Typed) {
    setTyped(typed)
    // The page navigates when the session begins.
    if (answer.success) return beginSession(answer)
    const { challenge } = answer
    if (challenge.type === 'CONFIRM_SIGN_UP') {
      pendingRegistration.keep({ ...typed, next })
      await navigate('/confirm-account')
    } else setStep(challenge.type === 'RESET_PASSWORD' ? { reset: 'demanded' } : { challenge })
  }

  return (
    <IdentityFrame>
      {!step && (
        <>
          <FormHead title="Sign In">Your orders, credits and entries are waiting.</FormHead>
          <SignInForm
            initial={typed}
            next={next}
            onAnswer={take}
            onForgot={typed => {
              setTyped(typed)
              setStep({ reset: 'asked' })
            }}
          />
        </>
      )}
      {step && 'reset' in step && <ResetFlow email={typed.email} cause={step.reset} onBack={back} />}
      {step && 'challenge' in step && (
        <ChallengeFlow challenge={step.challenge} onAnswer={answer => void take(answer, typed)} onBack={back} />
      )}
    </IdentityFrame>
  )
}
