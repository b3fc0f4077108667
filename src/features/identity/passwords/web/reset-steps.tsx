import type { FormEvent, ReactNode, Ref } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { ForgotBody } from '../../contract.ts'
import { EmailField } from '../../profile/web/reach-fields.tsx'
import { FormHead } from '../../sign-in/web/identity-frame.tsx'
import { identity } from '../../web/identity-client.ts'
import { errorsOf, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { newPasswordErrors } from '../new-password.ts'
import { NewPasswordFields, PASSWORD_RULE } from './new-password-fields.tsx'

export function EmailStep({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { busy, problem, run } = useSubmit()
  const form = useForm({ email }, values => errorsOf(ForgotBody, values))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const json = ForgotBody.parse(form.values)
    void run(async () => {
      await call(identity.auth['forgot-password'].$post({ json }))
      onSent(json.email)
    }, 'Failed to send reset code')
  }
  return (
    <StepForm form={form.form} title="Reset Password" lead="We send a code to your email address." onSubmit={submit}>
      <FormError>{problem}</FormError>
      <EmailField {...form.text('email')} autoComplete="username" />
      <Button type="submit" size="lg" wide busy={busy} busyText="Sending...">
        Send Reset Code
      </Button>
    </StepForm>
  )
}

/** `letter` comes from the e-mail's link. */
type Given = { email: string; code: string; letter: string | undefined }
type CodeStepProps = Given & { setCode: (code: string) => void; onVerified: () => void }

export function CodeStep({ email, code, letter, setCode, onVerified }: CodeStepProps) {
  const { busy, problem, setProblem, run } = useSubmit()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length !== 6) return
    void run(async () => {
      await call(identity.auth['verify-reset-code'].$post({ json: { email, code, ...(letter && { letter }) } }))
      onVerified()
    }, 'An error occurred. Please try again.')
  }
  return (
    <StepForm
      title="Enter Code"
      lead={
        letter
          ? `Your code is filled in. Press the button to choose a new password for ${email}.`
          : `If ${email} has an account, a 6-digit code is on its way.`
      }
      onSubmit={submit}
    >
      <FormError>{problem}</FormError>
      <CodeField
        label="Reset Code"
        name="code"
        value={code}
        required
        onChange={digits => {
          setCode(digits)
          setProblem(undefined)
        }}
      />
      <Button type="submit" size="lg" wide disabled={code.length !== 6} busy={busy} busyText="Verifying...">
        Verify Code
      </Button>
    </StepForm>
  )
}

export function PasswordStep({ email, code, letter, onReset }: Given & { onReset: () => void }) {
  const { busy, problem, run } = useSubmit()
  const form = useForm({ newPassword: '', confirmPassword: '' }, newPasswordErrors)
  const { newPassword, confirmPassword } = form.values
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!newPassword || !confirmPassword || !form.isValid()) return
    void run(async () => {
      const json = { email, code, ...(letter && { letter }), newPassword }
      await call(identity.auth['reset-password'].$post({ json }))
      onReset()
    }, 'Failed to reset password.')
  }
  return (
    <StepForm form={form.form} title="New Password" lead={`${PASSWORD_RULE}.`} onSubmit={submit}>
      <FormError>{problem}</FormError>
      {/* For password managers: the account of this password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields form={form} />
      <Button
        type="submit"
        size="lg"
        wide
        disabled={!newPassword || !confirmPassword}
        busy={busy}
        busyText="Resetting..."
      >
        Reset Password
      </Button>
    </StepForm>
  )
}

type StepFormProps = {
  title: string
  lead: string
  form?: { ref: Ref<HTMLFormElement> }
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

const StepForm = ({ title, lead, form, onSubmit, children }: StepFormProps) => (
  <>
    <FormHead title={title}>{lead}</FormHead>
    <form {...form} onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {children}
    </form>
  </>
)
