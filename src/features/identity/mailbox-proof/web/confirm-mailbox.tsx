import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { FirstPasswordForm } from '../../passwords/web/first-password-form.tsx'
import { useProfile } from '../../profile/web/use-profile.ts'
import { identity } from '../../web/identity-client.ts'
import { useSubmit } from '../../web/use-submit.ts'

/**
 * Asks a user whose mailbox is unproven for a code from it, where something waits for the proof. A user whose password the proof ended
 * chooses another right there.
 * @param to completes "Confirm your email address to …".
 */
export function ConfirmMailbox({ to }: { to: string }) {
  const { data: profile } = useProfile()
  const [isProven, setProven] = useState(false)
  if (profile && !profile.isMailboxProven) return <CodeForm to={to} onProven={() => setProven(true)} />
  if (!isProven) return null
  return (
    <section aria-label="Email address confirmed" className="flex flex-col gap-5">
      <Notice kind="success" live>
        Your email address is confirmed.
      </Notice>
      {profile?.hasPassword === false && <FirstPasswordForm />}
    </section>
  )
}

function CodeForm({ to, onProven }: { to: string; onProven: () => void }) {
  const client = useQueryClient()
  const [isSent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const sending = useSubmit()
  const confirming = useSubmit()

  const send = () =>
    sending.run(async () => {
      confirming.setProblem(undefined)
      setCode('')
      await call(identity.auth['prove-mailbox'].$post({ json: {} }))
      setSent(true)
    })
  const confirm = (digits: string) =>
    confirming.run(async () => {
      const answer = await call(identity.auth['prove-mailbox'].$post({ json: { code: digits } }))
      if ('idToken' in answer) session.begin(answer)
      onProven()
      await client.invalidateQueries()
    })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === 6) void confirm(code)
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Confirm your email address"
      className="flex flex-col gap-4 rounded-sm border border-line border-l-3 border-l-coyote bg-surface px-4 py-4"
    >
      <p>Confirm your email address to {to}</p>
      <FormError>{confirming.problem ?? sending.problem}</FormError>
      {isSent && (
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
      )}
      <div className="flex flex-wrap gap-3">
        {isSent && (
          <Button type="submit" disabled={code.length !== 6} busy={confirming.busy} busyText="Checking...">
            Confirm
          </Button>
        )}
        <Button variant="secondary" busy={sending.busy} busyText="Sending..." onClick={() => void send()}>
          {isSent ? 'Resend Code' : 'Send Code'}
        </Button>
      </div>
    </form>
  )
}
