import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signInWith } from '#features/identity/web/identity-client.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { session } from '#kernel/client/browser.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { signOut } from './sign-out.ts'

const SECOND_STEP = 'Your account asks for a second step. Please use the sign-in page; this page waits for you.'

const AWAY = 'You could not be signed out. Please check your connection and try again.'

/**
 * A dialog over a page whose session expired, was ended elsewhere, or whose account was disabled. The page keeps its unsaved input.
 * Signing in on another tab, which has second factors and passkeys, closes the dialog too.
 */
export default function SignInAgain({ user }: { user: SessionUser }) {
  const { busy, problem, setProblem, run } = useSubmit()
  const [password, setPassword] = useState('')
  const leaving = useSubmit()
  // From the cache, because a session that has ended reads no profile.
  const known = useQueryClient().getQueryData<{ hasPassword: boolean }>(['my', 'profile'])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!password) return setProblem('Password is required')
    const work = async () => {
      const answer = await signInWith({ email: user.email, password })
      if (answer.success) session.begin(answer)
      else setProblem(SECOND_STEP)
    }
    void run(work, 'Login failed. Please check your credentials.', 'An error occurred. Please try again.')
  }
  async function leave() {
    if (!(await signOut())) leaving.setProblem(AWAY)
  }
  return (
    <Dialog
      firm
      open
      onOpenChange={() => {}}
      size="sm"
      title="Please sign in again"
      description="Your session has ended. This page and what you typed are still here."
    >
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormError>{problem ?? leaving.problem}</FormError>
        {/* For display and for password managers; the focus goes to the password. */}
        <TextField
          label="Email"
          value={user.email}
          readOnly
          tabIndex={-1}
          autoComplete="username"
          inputClassName="text-muted"
        />
        <PasswordField
          label="Password"
          name="password"
          value={password}
          onChange={event => setPassword(event.target.value)}
          autoComplete="current-password"
          required
        />
        {known?.hasPassword === false && (
          <p>Your account has no password yet. Set one with “Forgot password?” under “Other ways to sign in”.</p>
        )}
        <Button type="submit" size="lg" wide busy={busy} busyText="Signing In...">
          Sign In
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <a
            href="/login"
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-signal underline decoration-1 underline-offset-3 hover:decoration-2"
          >
            Other ways to sign in<span className="sr-only"> (new tab)</span>
          </a>
          <Button
            variant="quiet"
            busy={leaving.busy}
            busyText="Signing out..."
            onClick={() => void leaving.run(leave, AWAY)}
          >
            Continue signed out
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
