import { type FormEvent, useState } from 'react'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { identity } from '../web/identity-client.ts'
import { useSubmit } from '../web/use-submit.ts'

/** Confirms a user without a password by a code by e-mail. */
export function ReauthenticationByCode({ onReauthenticated }: { onReauthenticated: () => void }) {
  const [isSent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const sending = useSubmit()
  const confirming = useSubmit()

  const send = () =>
    sending.run(async () => {
      confirming.setProblem(undefined)
      await call(identity.auth.reauthenticate.code.$post())
      setSent(true)
    })
  const confirm = (digits: string) =>
    confirming.run(async () => {
      session.begin(await call(identity.auth.reauthenticate.$post({ json: { code: digits } })))
      onReauthenticated()
    })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === 6) void confirm(code)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{confirming.problem ?? sending.problem}</FormError>
      {isSent ? (
        <CodeField
          label="Code"
          name="code"
          hint="From the email that we sent just now"
          value={code}
          required
          autoFocus
          onChange={setCode}
          onComplete={digits => void confirm(digits)}
        />
      ) : (
        <p>Your account has no password. We send a 6-digit code to your email.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {isSent && (
          <Button type="submit" disabled={code.length !== 6} busy={confirming.busy} busyText="Checking...">
            Continue
          </Button>
        )}
        <Button
          variant={isSent ? 'secondary' : 'primary'}
          busy={sending.busy}
          busyText="Sending..."
          onClick={() => void send()}
        >
          {isSent ? 'Resend Code' : 'Send code'}
        </Button>
      </div>
    </form>
  )
}
