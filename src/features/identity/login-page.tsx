import { type FormEvent, useEffect } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#platform/client/browser.ts'
import { SETTINGS } from '#platform/settings.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { SignInBody } from './contract.ts'
import { beginSession, signInWith } from './identity-client.ts'
import { FormHead, IdentityFrame } from './identity-frame.tsx'
import { pendingRegistration } from './pending-registration.ts'
import { afterSignIn } from './rules.ts'
import { errorsOf, useForm } from './use-form.ts'
import { useSubmit } from './use-submit.ts'

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

  // Also for whoever opens this page signed in already.
  useEffect(() => {
    if (user) void navigate(afterSignIn(user, next), { replace: true })
  }, [user, next, navigate])

  return (
    <IdentityFrame>
      <FormHead title="Sign In">Your orders, credits and entries are waiting.</FormHead>
      <SignInForm next={next} />
    </IdentityFrame>
  )
}

function SignInForm({ next }: { next: string | null }) {
  const navigate = useNavigate()
  const { busy, problem, setProblem, run } = useSubmit()
  const form = useForm({ email: '', password: '' }, values => errorsOf(SignInBody, values))

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (!form.isValid()) return
    void run(async () => {
      const answer = await signInWith(form.values)
      if (answer.success) return beginSession(answer)
      pendingRegistration.keep({ ...form.values, email: form.values.email.trim(), next })
      await navigate('/confirm-account')
    }, 'An error occurred. Please try again.')
  }

  return (
    <form ref={form.form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <TextField
        {...form.text('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField {...form.text('password')} label="Password" autoComplete="current-password" required />
      <Button type="submit" size="lg" wide busy={busy} busyText="Signing In...">
        Sign In
      </Button>
      <p>
        Don't have an account?{' '}
        <TextLink to={next ? `/register?next=${encodeURIComponent(next)}` : '/register'}>Sign up</TextLink>
      </p>
      <p className="border-line border-t pt-5 text-muted text-sm">
        By signing in you agree to our <TextLink to="/legal#terms">Terms & Conditions</TextLink> and{' '}
        <TextLink to="/legal#privacy">Privacy Policy</TextLink>. Participants must be {SETTINGS.minimumAge} or older for
        firearm giveaways.
      </p>
    </form>
  )
}
