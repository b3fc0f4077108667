import { type ReactNode, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useSubmit } from './use-submit.ts'
import { problemOfDigits, useTypedDigits } from './use-typed-digits.ts'

type EmailCodeFormProps = {
  label?: string
  className?: string
  /** Before the code is sent; `leadStays` shows it afterwards too. */
  lead: ReactNode
  leadStays?: boolean
  /** Sends a code to the account's address. */
  send: () => Promise<unknown>
  confirm: (code: string) => Promise<void>
  confirmText: string
  /** The page asks for nothing else, so that sending is its primary button. */
  isOnlyAct?: boolean
}

/** Sends a signed-in user a code by e-mail, and takes it. The last digit submits the code. */
export function EmailCodeForm(props: EmailCodeFormProps) {
  const { label, className = 'gap-5', lead, leadStays = false, confirmText, isOnlyAct = false } = props
  const [isSent, setSent] = useState(false)
  const sending = useSubmit()
  const confirming = useSubmit()
  const { field, submit } = useTypedDigits(problemOfDigits, code => void confirming.run(() => props.confirm(code)))

  const send = () =>
    sending.run(async () => {
      confirming.setProblem(undefined)
      field.onChange('')
      await props.send()
      setSent(true)
    })
  return (
    <form onSubmit={submit} noValidate aria-label={label} className={`flex flex-col ${className}`}>
      {(leadStays || !isSent) && <p>{lead}</p>}
      <FormError>{confirming.problem ?? sending.problem}</FormError>
      {isSent && <DigitsField label="Code" hint="From the email that we sent just now" required autoFocus {...field} />}
      <div className="flex flex-wrap gap-3">
        {isSent && (
          <Button type="submit" disabled={field.value.length !== 6} busy={confirming.busy} busyText="Checking...">
            {confirmText}
          </Button>
        )}
        <Button
          variant={isOnlyAct && !isSent ? 'primary' : 'secondary'}
          busy={sending.busy}
          busyText="Sending..."
          onClick={() => void send()}
        >
          {isSent ? 'Resend Code' : 'Send Code'}
        </Button>
      </div>
    </form>
  )
}
