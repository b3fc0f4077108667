import type { FormEvent } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { identity } from '../../web/identity-client.ts'
import { EmailField } from '../../web/reach-fields.tsx'
import { errorsOf, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { EmailCodeBody } from '../contract.ts'

export const NOT_SENT = 'The code could not be sent. Please try again.'

/** Requests a code. */
export const sendEmailStepCode = (email: string) => call(identity.auth['email-codes'].$post({ json: { email } }))

type Props = { initial: string; problem: string | undefined; onSent: (email: string) => void }

/** Asks for the e-mail address. */
export function EmailStep({ initial, problem, onSent }: Props) {
  const { busy, problem: refused, run } = useSubmit()
  const form = useForm({ email: initial }, values => errorsOf(EmailCodeBody, values))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const { email } = EmailCodeBody.parse(form.values)
    void run(async () => {
      await sendEmailStepCode(email)
      onSent(email)
    }, NOT_SENT)
  }
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{refused ?? problem}</FormError>
      <p>Enter your email, and we send you a 6-digit code. No password needed, with or without an account.</p>
      <EmailField {...form.text('email')} autoComplete="email" autoFocus={problem !== undefined} />
      <Button type={form.submitType} size="lg" className="sm:self-start" busy={busy} busyText="Sending the code...">
        Continue
      </Button>
    </form>
  )
}
