import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ForgotBody } from '../../user/contract.ts'
import type { LinkedReset } from '../../user/rules.ts'
import { EmailCodeSent } from '../../web/email-code-buttons.tsx'
import { identity } from '../../web/identity-client.ts'
import { FormHead, StepForm } from '../../web/identity-frame.tsx'
import { EmailField } from '../../web/reach-fields.tsx'
import { errorsOf, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { NewPasswordFields, PASSWORD_RULE, useNewPassword } from './new-password-fields.tsx'

type Step = 'reset' | 'code' | 'password' | 'success'

type ResetFlowProps = {
  email: string
  /**
   * `demanded`: the shop asks for a reset after a sign-in and has sent the code. `invited`: the user comes from an invitation to the staff.
   * Otherwise `asked`, or the data of the link.
   */
  cause: 'asked' | 'demanded' | 'invited' | LinkedReset
  /** Called with the address of the reset. */
  onBack: (email: string) => void
  /** Called with the address whose password is new. */
  onDone: (email: string) => void
}

/** The four steps of a password reset, on the sign-in screen. */
export function ResetFlow({ email: typed, cause, onBack, onDone }: ResetFlowProps) {
  const demanded = cause === 'demanded'
  const linked = typeof cause === 'object' ? cause : undefined
  // A user who came by a passkey has typed no address, and the server needs the address to check the code.
  const [step, setStep] = useState<Step>((demanded && typed) || linked ? 'code' : 'reset')
  const [email, setEmail] = useState(linked?.email ?? typed)
  const [code, setCode] = useState(linked?.code ?? '')
  // The code of the e-mail's link; a new code has none.
  const [codeId, setCodeId] = useState(linked?.codeId)
  if (step === 'success') return <ResetDone onBack={() => onDone(email)} />
  return (
    <>
      {demanded && (
        <div className="mb-7">
          <Notice title="Your password must be reset">
            For your safety, please choose a new one before you sign in again. A code is on its way to you.
          </Notice>
        </div>
      )}
      {step === 'reset' && (
        <EmailStep
          email={email}
          isInvited={cause === 'invited'}
          onSent={sentTo => {
            setEmail(sentTo)
            setStep('code')
          }}
        />
      )}
      {step === 'code' && (
        <CodeStep
          email={email}
          code={code}
          codeId={codeId}
          setCode={setCode}
          onResent={() => {
            setCode('')
            setCodeId(undefined)
          }}
          onVerified={() => setStep('password')}
        />
      )}
      {step === 'password' && (
        <PasswordStep email={email} code={code} codeId={codeId} onReset={() => setStep('success')} />
      )}
      <Button variant="quiet" icon="chevron-left" onClick={() => onBack(email)} className="mt-5 -ml-5">
        Back to Sign In
      </Button>
    </>
  )
}

function ResetDone({ onBack }: { onBack: () => void }) {
  return (
    <div role="status">
      <Icon name="check" size={32} className="mb-4 text-success" />
      <FormHead title="Password Reset Successful!">
        Every browser was signed out. You can sign in with your new password now.
      </FormHead>
      <Button size="lg" onClick={onBack} autoFocus>
        Back to Sign In
      </Button>
    </div>
  )
}

type EmailStepProps = { email: string; isInvited: boolean; onSent: (email: string) => void }

function EmailStep({ email, isInvited, onSent }: EmailStepProps) {
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
    <StepForm
      form={form.form}
      title={isInvited ? 'Accept Your Invitation' : 'Reset Password'}
      lead={
        isInvited
          ? 'We send a code to your email address. With it you choose a password, and your role begins.'
          : 'We send a code to your email address.'
      }
      problem={problem}
      onSubmit={submit}
    >
      <EmailField {...form.text('email')} autoComplete="username" autoFocus />
      <Button type="submit" size="lg" wide busy={busy} busyText="Sending...">
        {isInvited ? 'Send Code' : 'Send Reset Code'}
      </Button>
    </StepForm>
  )
}

/** `codeId` comes from the e-mail's link. */
type Given = { email: string; code: string; codeId: string | undefined }
type CodeStepProps = Given & {
  setCode: (code: string) => void
  /** Called when another code is on its way. */
  onResent: () => void
  onVerified: () => void
}

function CodeStep({ email, code, codeId, setCode, onResent, onVerified }: CodeStepProps) {
  const { busy, problem, setProblem, run } = useSubmit()
  const resending = useSubmit()
  const [sent, setSent] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length !== 6) return
    setSent(undefined)
    void run(async () => {
      await call(identity.auth['verify-reset-code'].$post({ json: { email, code, ...(codeId && { codeId }) } }))
      onVerified()
    })
  }
  function resend() {
    const work = async () => {
      setSent(undefined)
      setProblem(undefined)
      const answer = await call(identity.auth['forgot-password'].$post({ json: { email } }))
      onResent()
      setSent(answer.message)
    }
    return resending.run(work, 'Failed to resend code')
  }
  return (
    <StepForm
      title="Enter Code"
      lead={
        codeId
          ? `Your code is filled in. Press the button to choose a new password for ${email}.`
          : `If ${email} has an account, a 6-digit code is on its way.`
      }
      problem={problem ?? resending.problem}
      onSubmit={submit}
    >
      <EmailCodeSent>{sent}</EmailCodeSent>
      <DigitsField
        autoFocus
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
      <Button
        variant="secondary"
        size="lg"
        wide
        busy={resending.busy}
        busyText="Sending..."
        onClick={() => void resend()}
      >
        Resend Code
      </Button>
    </StepForm>
  )
}

function PasswordStep({ email, code, codeId, onReset }: Given & { onReset: () => void }) {
  const { form, busy, problem, submit, isEmpty } = useNewPassword(async newPassword => {
    const json = { email, code, ...(codeId && { codeId }), newPassword }
    await call(identity.auth['reset-password'].$post({ json }))
    onReset()
  }, 'Failed to reset password.')
  return (
    <StepForm form={form.form} title="New Password" lead={`${PASSWORD_RULE}.`} problem={problem} onSubmit={submit}>
      {/* For password managers: the account of this password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields form={form} autoFocus />
      <Button type="submit" size="lg" wide disabled={isEmpty} busy={busy} busyText="Resetting...">
        Reset Password
      </Button>
    </StepForm>
  )
}
