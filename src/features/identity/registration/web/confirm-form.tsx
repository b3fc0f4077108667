import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { tellAddressSaved } from '../../shipping/web/use-shipping-status.ts'
import { ConfirmBody } from '../../user/contract.ts'
import { EmailCodeButtons, EmailCodeSent } from '../../web/email-code-buttons.tsx'
import { beginSession, identity, signInWith } from '../../web/identity-client.ts'
import { StepForm } from '../../web/identity-frame.tsx'
import { errorsOf } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { watchConfirmation } from './confirmation-watch.ts'
import type { PendingRegistration } from './pending-registration.ts'

/** The message for an answer without one of its own. */
const CONFIRM_FAILED = 'Invalid confirmation code'
const RESEND_FAILED = 'Failed to resend code'

type ConfirmFormProps = { pending: PendingRegistration; onConfirmed: (confirmed: Confirmed) => void }

export function ConfirmForm({ pending, onConfirmed }: ConfirmFormProps) {
  const [code, setCode] = useState(pending.code ?? '')
  const [registration, setRegistration] = useState(pending.registration)
  const [password, setPassword] = useState<string>()
  const [errors, setErrors] = useState<{ code?: string | undefined; password?: string | undefined }>({})
  const [sent, setSent] = useState<string>()
  const confirming = useSubmit()
  const resending = useSubmit()
  useConfirmedElsewhere(pending, onConfirmed)

  function submit(event: FormEvent) {
    event.preventDefault()
    const given = { ...(registration && { registration }), ...(password !== undefined && { password }) }
    const json = { email: pending.email, code, ...given }
    const found = errorsOf<{ code: string; password?: string }>(ConfirmBody, json)
    setErrors(found)
    setSent(undefined)
    if (found.code || found.password) return
    const work = async () => {
      const answer = await call(identity.auth.confirm.$post({ json })).catch(error => {
        // Only the server knows whether this browser registered, so only its answer asks for the password.
        if (error instanceof ApiError && error.code === 'PasswordRequired') setPassword('')
        throw error
      })
      onConfirmed(await finishRegistration({ ...pending, ...(password && { password }) }, answer))
    }
    void confirming.run(work, CONFIRM_FAILED, 'An error occurred. Please try again.')
  }
  function deleted(message: string) {
    setCode('')
    setRegistration(undefined)
    setPassword(undefined)
    setErrors({})
    confirming.setProblem(undefined)
    setSent(message)
  }
  function resend() {
    const work = async () => {
      setSent(undefined)
      confirming.setProblem(undefined)
      const answer = await call(identity.auth['resend-code'].$post({ json: { email: pending.email } }))
      setSent(answer.message)
    }
    return resending.run(work, RESEND_FAILED, 'Failed to resend confirmation code')
  }

  return (
    <>
      <StepForm
        title="Confirm Your Account"
        lead={<Lead {...pending} />}
        problem={confirming.problem ?? resending.problem}
        onSubmit={submit}
      >
        <EmailCodeSent>{sent}</EmailCodeSent>
        <DigitsField
          label="Confirmation Code"
          name="code"
          value={code}
          error={errors.code}
          required
          onChange={digits => {
            setCode(digits)
            setErrors({})
          }}
        />
        {password !== undefined && (
          <RegistrationPassword
            value={password}
            error={errors.password}
            onChange={typed => {
              setPassword(typed)
              setErrors({})
            }}
          />
        )}
        <EmailCodeButtons
          submit={['Confirm Account', 'Confirming...']}
          busy={confirming.busy}
          resend={{ busy: resending.busy, onClick: resend }}
        />
        <p>
          <TextLink to="/login">Already confirmed? Sign In</TextLink>
        </p>
      </StepForm>
      {registration && <NotMe email={pending.email} code={code} registration={registration} onDeleted={deleted} />}
      <CodeHelp registerPath={pending.registerPath} />
    </>
  )
}

const Lead = ({ email, code }: PendingRegistration) => (
  <>
    {code ? 'Your code is filled in. Press the button to confirm ' : 'We sent a 6-digit code to '}
    <strong className="break-all text-ink">{email}</strong>.{!code && ' Enter it here, or open the link in the e-mail.'}
  </>
)

/**
 * @param props.registerPath the page of the registration, if it was in this browser, so that the shopper can go back to the filled form.
 */
function CodeHelp({ registerPath }: { registerPath: string | undefined }) {
  return (
    <section aria-labelledby="code-help" className="mt-9 border-line border-t pt-5 text-muted text-sm">
      <h2 id="code-help" className="mb-2 text-ink text-lg">
        Didn't get the code?
      </h2>
      <ul className="list-disc space-y-1 pl-5">
        <li>Check your spam folder.</li>
        <li>
          Make sure that the email address above is right.{' '}
          {registerPath && <TextLink to={registerPath}>Correct it</TextLink>}
        </li>
        <li>Wait a few minutes before requesting a new code.</li>
        <li>
          Still nothing? <TextLink to="/legal#contact">Contact support</TextLink>.
        </li>
      </ul>
    </section>
  )
}

/** Continues when the account was confirmed by the link, in another tab or on another device. */
function useConfirmedElsewhere(pending: PendingRegistration, onConfirmed: (confirmed: Confirmed) => void) {
  const ask = useEffectEvent(async () => {
    const answer = await call(identity.auth['auto-sign-in'].$post({ json: { email: pending.email } }))
    if (!answer.success) return false
    onConfirmed(await finishRegistration(pending, answer))
    return true
  })
  const { password } = pending
  useEffect(() => {
    // Only in the browser that registered; a shopper who opened the link confirms by the button.
    if (password) return watchConfirmation(() => ask(), document)
  }, [password])
}

type NotMeProps = {
  email: string
  code: string
  registration: string
  /** Receives the server's message. */
  onDeleted: (message: string) => void
}

/** On the page of a link: deletes its registration when the owner of the address did not make it. */
function NotMe({ email, code, registration, onDeleted }: NotMeProps) {
  const { busy, problem, run } = useSubmit()
  const reject = () =>
    run(async () => {
      const answer = await call(identity.auth['reject-registration'].$post({ json: { email, code, registration } }))
      onDeleted(answer.message)
    })
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      <FormError>{problem}</FormError>
      <p className="text-muted text-sm">You did not register with this address? Delete the registration.</p>
      <Button variant="secondary" busy={busy} busyText="Deleting..." onClick={() => void reject()}>
        This was not me
      </Button>
    </div>
  )
}

type RegistrationPasswordProps = { value: string; error: string | undefined; onChange: (password: string) => void }

/** Asked when an address was registered more than once, so that the owner confirms their own registration. */
const RegistrationPassword = ({ value, error, onChange }: RegistrationPasswordProps) => (
  <PasswordField
    label="Password"
    name="password"
    hint="The password that you chose at this registration."
    autoComplete="current-password"
    autoFocus
    required
    value={value}
    error={error}
    onChange={event => onChange(event.target.value)}
  />
)

/** The result: `user` when a session was started, and whether the address from the registration was saved. */
export type Confirmed = { user: SessionUser | undefined; address: 'none' | 'saved' | 'failed' }

type ConfirmAnswer = Partial<{ idToken: string; expiresAt: string; user: SessionUser; addressSaved: boolean }>

/** After the confirmation, which kept the address and the consents: starts a session if possible. */
async function finishRegistration(pending: PendingRegistration, answer: ConfirmAnswer): Promise<Confirmed> {
  // A sign-in after a confirmation elsewhere does not tell of the address.
  const { addressSaved = pending.hasAddress } = answer
  const address = addressSaved ? 'saved' : pending.hasAddress ? 'failed' : 'none'
  const user = await startSession(pending, answer)
  if (!user) return { user, address }
  if (address === 'saved') tellAddressSaved()
  await sendWelcome(pending)
  return { user, address }
}

/** The session of the confirmation, or a sign-in with the password still in memory; undefined when both fail. */
async function startSession(pending: PendingRegistration, answer: ConfirmAnswer): Promise<SessionUser | undefined> {
  const { idToken, expiresAt, user } = answer
  if (idToken && expiresAt && user) {
    beginSession({ idToken, expiresAt, user })
    return user
  }
  const { email, password } = pending
  // The account is confirmed in any case. When this sign-in fails, the shopper goes to the sign-in page.
  const begun = password && (await signInWith({ email, password }).catch(() => undefined))
  if (!begun || !('idToken' in begun)) return undefined
  beginSession(begun)
  return begun.user
}

/** Sends the welcome SMS to a shopper who consented; a failure is ignored. */
async function sendWelcome({ phone, smsConsent }: PendingRegistration) {
  if (!phone || !smsConsent) return
  await call(identity.sms['send-welcome'].$post({ json: { phone } })).catch(() => {})
}
