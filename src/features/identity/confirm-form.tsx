import { type FormEvent, useState } from 'react'
import { call } from '#platform/client/call.ts'
import type { SessionUser } from '#platform/client/session.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ConfirmBody } from './contract.ts'
import { beginSession, identity, signInWith } from './identity-client.ts'
import { FormHead } from './identity-frame.tsx'
import type { PendingRegistration } from './pending-registration.ts'
import { errorsOf } from './use-form.ts'
import { sentenceOf, useSubmit } from './use-submit.ts'

/** How it ended: `user` when a session was started, and what became of the address that was given at registration. */
export type Confirmed = { user: SessionUser | undefined; address: 'none' | 'saved' | 'failed' }

type ConfirmFormProps = { pending: PendingRegistration; onConfirmed: (confirmed: Confirmed) => void }

export function ConfirmForm({ pending, onConfirmed }: ConfirmFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState<string>()
  const confirming = useSubmit()
  const resending = useSubmit()

  function submit(event: FormEvent) {
    event.preventDefault()
    const json = { email: pending.email, code }
    const found = errorsOf(ConfirmBody, json).code
    setError(found)
    setSent(undefined)
    if (found) return
    void confirming.run(async () => {
      const answer = await call(identity.auth.confirm.$post({ json }))
      const user = await startSession(pending, answer)
      onConfirmed({ user, address: user ? await saveDetails(pending) : 'none' })
    }, 'Invalid confirmation code')
  }
  const resend = () =>
    resending.run(async () => {
      setSent(undefined)
      confirming.setProblem(undefined)
      const answer = await call(identity.auth['resend-code'].$post({ json: { email: pending.email } }))
      setSent(answer.message)
    }, 'Failed to resend confirmation code')

  return (
    <>
      <FormHead title="Confirm Your Account">
        We sent a 6-digit code to <strong className="break-all text-ink">{pending.email}</strong>.
      </FormHead>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormError>{confirming.problem ?? resending.problem}</FormError>
        {sent && (
          <Notice kind="success" live>
            {sent}
          </Notice>
        )}
        <CodeField
          label="Confirmation Code"
          name="code"
          value={code}
          error={error}
          required
          onChange={digits => {
            setCode(digits)
            setError(undefined)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" busy={confirming.busy} busyText="Confirming...">
            Confirm Account
          </Button>
          <Button variant="secondary" size="lg" busy={resending.busy} busyText="Sending..." onClick={resend}>
            Resend Code
          </Button>
        </div>
        <p>
          <TextLink to="/login">Already confirmed? Sign In</TextLink>
        </p>
      </form>
      <CodeHelp />
    </>
  )
}

function CodeHelp() {
  return (
    <section aria-labelledby="code-help" className="mt-9 border-line border-t pt-5 text-muted text-sm">
      <h2 id="code-help" className="mb-2 text-ink text-lg">
        Didn't get the code?
      </h2>
      <ul className="list-disc space-y-1 pl-5">
        <li>Check your spam folder.</li>
        <li>Make sure that the email address above is right.</li>
        <li>Wait a few minutes before requesting a new code.</li>
        <li>
          Still nothing? <TextLink to="/legal#contact">Contact support</TextLink>.
        </li>
      </ul>
    </section>
  )
}

type ConfirmAnswer = Partial<{ idToken: string; expiresAt: string; user: SessionUser }>

/** The session of the confirmation, or one by the password that is still in memory; none when both fail. */
async function startSession(pending: PendingRegistration, answer: ConfirmAnswer): Promise<SessionUser | undefined> {
  const { idToken, expiresAt, user } = answer
  const begun =
    idToken && expiresAt && user
      ? { idToken, expiresAt, user }
      : // The account is confirmed either way; whoever cannot be signed in here is sent to the sign-in.
        await signInWith(pending).catch(() => undefined)
  if (!begun || !('idToken' in begun)) return undefined
  beginSession(begun)
  return begun.user
}

/** Saves what the registration asked beyond the account; a failure does not stand in the way (customer-side.md section 8). */
async function saveDetails({ shippingAddress, smsConsent, pushConsent }: PendingRegistration) {
  if (!shippingAddress) return 'none'
  const json = { shippingAddress, smsConsent, pushConsent }
  const problem = await call(identity.my.profile.$post({ json })).then(
    () => undefined,
    error => sentenceOf(error, 'failed'),
  )
  return problem ? 'failed' : 'saved'
}
