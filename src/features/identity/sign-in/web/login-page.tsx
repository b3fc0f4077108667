import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { settingsIn, useSettings } from '#kernel/client/site.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Challenge } from '../../factors/contract.ts'
import { ResetFlow } from '../../passwords/web/reset-flow.tsx'
import { pendingRegistration } from '../../registration/web/pending-registration.ts'
import { NO_PASSKEY, preparePasskeys, signInByPasskey } from '../../security/passkey-client.ts'
import { SignInBody } from '../../user/contract.ts'
import { type LinkedReset, readInvitation, readResetLink } from '../../user/rules.ts'
import { beginSession, type SignInAnswer, signInWith } from '../../web/identity-client.ts'
import { FormHead, IdentityFrame } from '../../web/identity-frame.tsx'
import { EmailField } from '../../web/reach-fields.tsx'
import { errorsOf, useForm } from '../../web/use-form.ts'
import { useGuestsOnly } from '../../web/use-guests-only.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { Checking } from './require-user.tsx'

const ChallengeFlow = lazy(async () => (await import('../challenge/challenge-flow.tsx')).ChallengeFlow, <Checking />)

export const meta: MetaFunction = ({ matches }) => {
  const { name } = settingsIn(matches).brand
  return [
    { title: titleOf('Sign In', name) },
    { name: 'description', content: `Sign in to your ${name} account.` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** Replaces the sign-in form: the next challenge, or a reset, which the shop may have demanded. */
type Step = { challenge: Challenge } | { reset: 'asked' | 'demanded' | 'invited' | LinkedReset }

export default function LoginPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const next = query.get('next')
  const [step, setStep] = useState<Step>()
  const [typed, setTyped] = useState<Typed>({ email: '', password: '' })

  // The page leaves by this too when a sign-in succeeds.
  useGuestsOnly(next)

  // Reads the link of a reset e-mail or of an invitation, and keeps it out of the browser history.
  useLayoutEffect(() => {
    const invited = readInvitation(location.hash)
    const reset = invited ? 'invited' : readResetLink(location.hash)
    if (!reset) return
    if (invited) setTyped({ email: invited, password: '' })
    setStep({ reset })
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [])

  const back = useCallback(() => setStep(undefined), [])
  function signIn(typed: Typed) {
    setTyped(typed)
    back()
  }
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
      {step && 'reset' in step && (
        <ResetFlow
          email={typed.email}
          cause={step.reset}
          onBack={email => signIn({ ...typed, email })}
          onDone={email => signIn({ email, password: '' })}
        />
      )}
      {step && 'challenge' in step && (
        <ChallengeFlow challenge={step.challenge} onAnswer={answer => void take(answer, typed)} onBack={back} />
      )}
    </IdentityFrame>
  )
}

type Typed = { email: string; password: string }

type SignInFormProps = {
  /** The input from before the user left the form. */
  initial: Typed
  /** The page that the user wanted; passed on to the registration. */
  next: string | null
  /** Receives the server's answer to the address and password. */
  onAnswer: (answer: SignInAnswer, typed: Typed) => Promise<void>
  /** Called with the input so far. */
  onForgot: (typed: Typed) => void
}

function SignInForm({ initial, next, onAnswer, onForgot }: SignInFormProps) {
  const { minimumAge } = useSettings()
  const { busy, problem, setProblem, run } = useSubmit()
  const passkey = useSubmit()
  const form = useForm(initial, values => errorsOf(SignInBody, values))
  const typed = () => ({ ...form.values, email: form.values.email.trim() })

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    passkey.setProblem(undefined)
    if (!form.isValid()) return
    void run(
      async () => onAnswer(await signInWith(form.values), typed()),
      'Login failed. Please check your credentials.',
      'An error occurred. Please try again.',
    )
  }
  function askPasskey() {
    setProblem(undefined)
    void passkey.run(async () => onAnswer(await signInByPasskey(), typed()), NO_PASSKEY)
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem ?? passkey.problem}</FormError>
      <EmailField {...form.text('email')} autoComplete="username" />
      <PasswordField {...form.text('password')} label="Password" autoComplete="current-password" required />
      <Button type={form.submitType} size="lg" wide busy={busy} busyText="Signing In...">
        Sign In
      </Button>
      <Button
        variant="secondary"
        size="lg"
        wide
        icon="shield"
        busy={passkey.busy}
        busyText="Waiting for your passkey..."
        onClick={askPasskey}
        onPointerEnter={preparePasskeys}
        onFocus={preparePasskeys}
      >
        Use a passkey
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          Don't have an account?{' '}
          <TextLink to={next ? `/register?next=${encodeURIComponent(next)}` : '/register'}>Sign up</TextLink>
        </p>
        <button
          type="button"
          onClick={() => onForgot(form.values)}
          className="min-h-11 rounded-sm text-signal underline decoration-1 underline-offset-3 hover:decoration-2"
        >
          Forgot password?
        </button>
      </div>
      <p className="border-line border-t pt-5 text-muted text-sm">
        By signing in you agree to our <TextLink to="/legal#terms">Terms & Conditions</TextLink> and{' '}
        <TextLink to="/legal#privacy">Privacy Policy</TextLink>. Participants must be {minimumAge} or older for firearm
        giveaways.
      </p>
    </form>
  )
}
