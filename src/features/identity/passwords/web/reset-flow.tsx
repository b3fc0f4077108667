import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { LinkedReset } from '../../rules.ts'
import { FormHead } from '../../sign-in/web/identity-frame.tsx'
import { CodeStep, EmailStep, PasswordStep } from './reset-steps.tsx'

type Step = 'reset' | 'code' | 'password' | 'success'

type ResetFlowProps = {
  email: string
  /** `demanded`: the shop asks for a reset after a sign-in and has sent the code. Otherwise `asked`, or the data of the link. */
  cause: 'asked' | 'demanded' | LinkedReset
  onBack: () => void
}

/** The four steps of a password reset, on the sign-in screen. */
export function ResetFlow({ email: typed, cause, onBack }: ResetFlowProps) {
  const demanded = cause === 'demanded'
  const linked = typeof cause === 'object' ? cause : undefined
  // A user who came by a passkey has typed no address, and the server needs the address to check the code.
  const [step, setStep] = useState<Step>((demanded && typed) || linked ? 'code' : 'reset')
  const [email, setEmail] = useState(linked?.email ?? typed)
  const [code, setCode] = useState(linked?.code ?? '')
  const letter = linked?.letter
  if (step === 'success') return <ResetDone onBack={onBack} />
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
          onSent={sentTo => {
            setEmail(sentTo)
            setStep('code')
          }}
        />
      )}
      {step === 'code' && (
        <CodeStep email={email} code={code} letter={letter} setCode={setCode} onVerified={() => setStep('password')} />
      )}
      {step === 'password' && (
        <PasswordStep email={email} code={code} letter={letter} onReset={() => setStep('success')} />
      )}
      <Button variant="quiet" icon="chevron-left" onClick={onBack} className="mt-5 -ml-5">
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
      <Button size="lg" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  )
}
