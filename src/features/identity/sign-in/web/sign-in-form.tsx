import type { FormEvent } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { SignInBody } from '../../contract.ts'
import { EmailField } from '../../profile/web/reach-fields.tsx'
import { NO_PASSKEY, preparePasskeys, signInByPasskey } from '../../security/passkey-client.ts'
import { signInWith } from '../../web/identity-client.ts'
import { errorsOf, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'

export type SignInAnswer = Awaited<ReturnType<typeof signInWith>>

export type Typed = { email: string; password: string }

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

export function SignInForm({ initial, next, onAnswer, onForgot }: SignInFormProps) {
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
