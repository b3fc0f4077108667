import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { Button } from '#ui/buttons/button.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { EmailCodeButtons, EmailCodeSent } from '../../web/email-code-buttons.tsx'
import { identity, startingOver } from '../../web/identity-client.ts'
import { errorsOf } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { useTypedDigits } from '../../web/use-typed-digits.ts'
import { VerifyEmailCodeBody } from '../contract.ts'
import { NOT_SENT, sendEmailStepCode } from './email-step.tsx'

const verifyCode = (json: { email: string; code: string }) =>
  startingOver(() => identity.auth['email-codes'].verify.$post({ json }))
export type VerifyAnswer = Awaited<ReturnType<typeof verifyCode>>

type Props = {
  email: string
  onAnswer: (answer: VerifyAnswer) => void
  /** Called with the sentence for an account that a code must not open. */
  onRefused: (message: string) => void
  onBack: () => void
}

/** Asks for the six digits. */
export function EmailCodeStep({ email, onAnswer, onRefused, onBack }: Props) {
  const [sent, setSent] = useState<string>()
  const verifying = useSubmit()
  const resending = useSubmit()

  const verify = (digits: string) =>
    verifying.run(async () => {
      setSent(undefined)
      try {
        onAnswer(await verifyCode({ email, code: digits }))
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'EmailSignInRefused')) throw error
        onRefused(error.message)
      }
    })
  const { field, submit } = useTypedDigits(
    code => errorsOf(VerifyEmailCodeBody, { email, code }).code,
    code => void verify(code),
  )
  const resend = () =>
    resending.run(async () => {
      setSent(undefined)
      verifying.setProblem(undefined)
      setSent((await sendEmailStepCode(email)).message)
    }, NOT_SENT)

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{verifying.problem ?? resending.problem}</FormError>
      <EmailCodeSent>{sent}</EmailCodeSent>
      <p>
        We sent a 6-digit code to <strong className="break-all">{email}</strong>. It works in this browser. No e-mail?
        Check your spam folder.
      </p>
      <DigitsField label="Code" required autoFocus {...field} />
      <EmailCodeButtons
        submit={['Verify Code', 'Verifying...']}
        busy={verifying.busy}
        resend={{ busy: resending.busy, onClick: () => void resend() }}
      >
        <Button variant="quiet" size="lg" className="max-sm:w-full" onClick={onBack}>
          Use another email
        </Button>
      </EmailCodeButtons>
    </form>
  )
}
