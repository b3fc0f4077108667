import { type FormEvent, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { factorCode } from '../../second-factors/contract.ts'
import type { identity } from '../../web/identity-client.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { FormHead } from '../web/identity-frame.tsx'
import type { Challenge } from './contract.ts'

export type Answer = Omit<Parameters<typeof identity.auth.challenge.$post>[0]['json'], 'id'>
/** Answers the current challenge. @throws ApiError with the message to show. */
export type Send = (answer: Answer) => Promise<void>

const HEADS: Partial<Record<Challenge['type'], { title: string; lead: (sentTo: string) => string }>> = {
  SOFTWARE_TOKEN_MFA: {
    title: 'Authenticator Code',
    lead: () => 'Enter the 6-digit code that your authenticator app shows for Redoubt.',
  },
  SMS_MFA: { title: 'Check Your Phone', lead: sentTo => `We sent a 6-digit code to ${sentTo}.` },
  EMAIL_OTP: { title: 'Check Your Email', lead: sentTo => `We sent a 6-digit code to ${sentTo}.` },
}

/** Six digits from an app, an SMS or an e-mail. The last digit submits them, whether typed, pasted or autofilled. */
export function CodeStep({ challenge, send }: { challenge: Challenge; send: Send }) {
  const { type, sentTo = '' } = challenge
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const answering = useSubmit()
  const resending = useSubmit()
  const { title, lead } = HEADS[type]!

  const answer = (digits: string) => answering.run(() => send({ code: digits }), 'An error occurred. Please try again.')
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = factorCode.safeParse(code).error?.issues[0]?.message
    setError(found)
    if (!found) void answer(code)
  }
  const resend = () =>
    type !== 'SOFTWARE_TOKEN_MFA' &&
    void resending.run(() => send({ method: type as 'SMS_MFA' | 'EMAIL_OTP' }), 'Failed to resend code')

  return (
    <>
      <FormHead title={title}>{lead(sentTo)}</FormHead>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormError>{answering.problem ?? resending.problem}</FormError>
        <CodeField
          label="Code"
          name="code"
          value={code}
          error={error}
          required
          autoFocus
          onComplete={digits => void answer(digits)}
          onChange={digits => {
            setCode(digits)
            setError(undefined)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" className="max-sm:w-full" busy={answering.busy} busyText="Verifying...">
            Verify Code
          </Button>
          {type !== 'SOFTWARE_TOKEN_MFA' && (
            <Button
              variant="secondary"
              size="lg"
              className="max-sm:w-full"
              busy={resending.busy}
              busyText="Sending..."
              onClick={resend}
            >
              Resend Code
            </Button>
          )}
        </div>
      </form>
    </>
  )
}
