import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { SETTINGS } from '#platform/settings.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { SignInBody } from './contract.ts'
import { beginSession, signInWith } from './identity-client.ts'
import { pendingRegistration } from './pending-registration.ts'
import { EmailField } from './reach-fields.tsx'
import { errorsOf, useForm } from './use-form.ts'
import { useSubmit } from './use-submit.ts'

type SignInFormProps = {
  /** Where the person was on the way to; handed on to the registration and the confirmation. */
  next: string | null
  /** Asked for with the address typed so far. */
  onForgot: (email: string) => void
}

export function SignInForm({ next, onForgot }: SignInFormProps) {
  const navigate = useNavigate()
  const { busy, problem, setProblem, run } = useSubmit()
  const form = useForm({ email: '', password: '' }, values => errorsOf(SignInBody, values))

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (!form.isValid()) return
    void run(async () => {
      const answer = await signInWith(form.values)
      // The page leads on when the session begins.
      if (answer.success) return beginSession(answer)
      pendingRegistration.keep({ ...form.values, email: form.values.email.trim(), next })
      await navigate('/confirm-account')
    }, 'Login failed. Please check your credentials.')
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <EmailField {...form.text('email')} autoComplete="username" />
      <PasswordField {...form.text('password')} label="Password" autoComplete="current-password" required />
      <Button type={form.submitType} size="lg" wide busy={busy} busyText="Signing In...">
        Sign In
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          Don't have an account?{' '}
          <TextLink to={next ? `/register?next=${encodeURIComponent(next)}` : '/register'}>Sign up</TextLink>
        </p>
        <button
          type="button"
          onClick={() => onForgot(form.values.email)}
          className="min-h-11 rounded-sm text-signal underline decoration-1 underline-offset-3 hover:decoration-2"
        >
          Forgot password?
        </button>
      </div>
      <p className="border-line border-t pt-5 text-muted text-sm">
        By signing in you agree to our <TextLink to="/legal#terms">Terms & Conditions</TextLink> and{' '}
        <TextLink to="/legal#privacy">Privacy Policy</TextLink>. Participants must be {SETTINGS.minimumAge} or older for
        firearm giveaways.
      </p>
    </form>
  )
}
