import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { useSettings } from '#kernel/client/site.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { type Challenge, factorCodeField, type Method, type PasskeyRequest } from '../../factors/contract.ts'
import { NewPasswordFields, PASSWORD_RULE, useNewPassword } from '../../passwords/web/new-password-fields.tsx'
import { answerBy, NO_PASSKEY, preparePasskeys, trimmed } from '../../security/passkey-client.ts'
import { EmailCodeButtons } from '../../web/email-code-buttons.tsx'
import type { identity } from '../../web/identity-client.ts'
import { FormHead, StepForm } from '../../web/identity-frame.tsx'
import { useSubmit } from '../../web/use-submit.ts'
import { useTypedDigits } from '../../web/use-typed-digits.ts'

export type Answer = Omit<Parameters<typeof identity.auth.challenge.$post>[0]['json'], 'id'>
/** Answers the current challenge. @throws ApiError with the message to show. */
export type Send = (answer: Answer) => Promise<void>

const HEADS: Partial<Record<Challenge['type'], { title: string; lead: (sentTo: string, shop: string) => string }>> = {
  SOFTWARE_TOKEN_MFA: {
    title: 'Authenticator Code',
    lead: (_, shop) => withFullStop(`Enter the 6-digit code that your authenticator app shows for ${shop}`),
  },
  SMS_MFA: { title: 'Check Your Phone', lead: sentTo => `We sent a 6-digit code to ${sentTo}.` },
  EMAIL_OTP: { title: 'Check Your Email', lead: sentTo => `We sent a 6-digit code to ${sentTo}.` },
}

/** Six digits from an app, an SMS or an e-mail. */
export function FactorCodeStep({ challenge, send }: { challenge: Challenge; send: Send }) {
  const { type, sentTo = '' } = challenge
  const answering = useSubmit()
  const resending = useSubmit()
  const { title, lead } = HEADS[type]!
  const { name } = useSettings().brand

  const { field, submit } = useTypedDigits(
    code => factorCodeField.safeParse(code).error?.issues[0]?.message,
    code => void answering.run(() => send({ code })),
  )
  const resend = () =>
    type !== 'SOFTWARE_TOKEN_MFA' &&
    void resending.run(() => send({ method: type as 'SMS_MFA' | 'EMAIL_OTP' }), 'Failed to resend code')

  return (
    <StepForm
      title={title}
      lead={lead(sentTo, name)}
      problem={answering.problem ?? resending.problem}
      onSubmit={submit}
    >
      <DigitsField label="Code" required autoFocus {...field} />
      <EmailCodeButtons
        submit={['Verify Code', 'Verifying...']}
        busy={answering.busy}
        resend={type === 'SOFTWARE_TOKEN_MFA' ? undefined : { busy: resending.busy, onClick: resend }}
      />
    </StepForm>
  )
}

const METHOD_NAMES: Record<Method, { icon: IconName; label: string }> = {
  WEB_AUTHN: { icon: 'shield', label: 'Use a passkey' },
  SOFTWARE_TOKEN_MFA: { icon: 'clock', label: 'Code from an authenticator app' },
  SMS_MFA: { icon: 'bell', label: 'Code by text message' },
  EMAIL_OTP: { icon: 'mail', label: 'Code by email' },
}

/** Asks the user to choose a second factor. */
export function MethodStep({ methods, onChoose }: { methods: Method[]; onChoose: (method: Method) => Promise<void> }) {
  const { busy, problem, run } = useSubmit()
  return (
    <>
      <FormHead title="Verify It's You">Choose how to continue.</FormHead>
      <div className="flex flex-col gap-3">
        <FormError>{problem}</FormError>
        {methods.map((method, place) => (
          <Button
            key={method}
            variant="secondary"
            size="lg"
            wide
            icon={METHOD_NAMES[method].icon}
            busy={busy}
            autoFocus={place === 0}
            onClick={() => void run(() => onChoose(method))}
          >
            {METHOD_NAMES[method].label}
          </Button>
        ))}
      </div>
    </>
  )
}

/** A passkey as the second factor. Started by a click, because some browsers refuse it otherwise. */
export function PasskeyStep({ options, send }: { options: PasskeyRequest; send: Send }) {
  const { busy, problem, run } = useSubmit()
  useEffect(preparePasskeys, [])
  const ask = () => run(async () => send({ credential: trimmed(await answerBy(options)) }), NO_PASSKEY)
  return (
    <>
      <FormHead title="Use Your Passkey">Your device asks for its PIN, your finger or your face.</FormHead>
      <div className="flex flex-col gap-5">
        <FormError>{problem}</FormError>
        <Button
          size="lg"
          icon="shield"
          autoFocus
          busy={busy}
          busyText="Waiting for your passkey..."
          className="sm:self-start"
          onClick={() => void ask()}
        >
          Continue with passkey
        </Button>
      </div>
    </>
  )
}

const WHOLE = /^[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5}$/

/** Asks for a recovery code in place of the requested factor. */
export function RecoveryStep({ send }: { send: Send }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useSubmit()

  function submit(event: FormEvent) {
    event.preventDefault()
    const isWhole = WHOLE.test(code.trim())
    setError(isWhole ? undefined : 'A recovery code has ten letters and digits, such as abcde-23456')
    if (isWhole) void run(() => send({ code: code.trim() }))
  }
  return (
    <StepForm
      title="Recovery Code"
      lead="Enter one of the codes that you saved when you turned on two-step verification. Each works once."
      problem={problem}
      onSubmit={submit}
    >
      <TextField
        label="Recovery code"
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        inputClassName="figure text-xl! tracking-widest"
        value={code}
        error={error}
        onChange={event => {
          setCode(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" size="lg" busy={busy} busyText="Verifying..." className="sm:self-start">
        Use Recovery Code
      </Button>
    </StepForm>
  )
}

/** Asks for a new password in place of a temporary one. */
export function NewPasswordStep({ send }: { send: Send }) {
  const { form, busy, problem, submit, isEmpty } = useNewPassword((newPassword, show) =>
    send({ newPassword }).catch(error => {
      const wrong = error instanceof ApiError && error.errors.newPassword?.[0]
      if (!wrong) throw error
      show({ newPassword: wrong })
    }),
  )
  return (
    <StepForm
      form={form.form}
      title="Choose a New Password"
      lead="You signed in with a temporary password. Choose your own password to continue."
      problem={problem}
      onSubmit={submit}
    >
      <NewPasswordFields form={form} hint={PASSWORD_RULE} autoFocus />
      <Button type="submit" size="lg" wide disabled={isEmpty} busy={busy} busyText="Saving...">
        Save and Sign In
      </Button>
    </StepForm>
  )
}
