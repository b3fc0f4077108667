import { useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#ui/button-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { type Confirmed, ConfirmForm } from './confirm-form.tsx'
import { FormHead, IdentityFrame } from './identity-frame.tsx'
import { pendingRegistration } from './pending-registration.ts'
import { afterSignIn } from './rules.ts'

/** customer-side.md section 9 */
const REDIRECT_MS = 2000

export const meta: MetaFunction = () => [
  { title: 'Confirm Your Account · Redoubt' },
  { name: 'description', content: 'Confirm your Redoubt account with the code that we sent to your e-mail address.' },
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmAccountPage() {
  const [pending] = useState(pendingRegistration.read)
  const [confirmed, setConfirmed] = useState<Confirmed>()
  useEffect(() => pendingRegistration.forget, [])

  return (
    <IdentityFrame>
      {confirmed ? (
        <AccountConfirmed confirmed={confirmed} next={pending?.next ?? null} />
      ) : pending ? (
        <ConfirmForm pending={pending} onConfirmed={setConfirmed} />
      ) : (
        <>
          <FormHead title="Invalid Request">Please complete the registration process to confirm your account.</FormHead>
          <ButtonLink to="/register" variant="secondary" icon="chevron-left">
            Back to Registration
          </ButtonLink>
        </>
      )}
    </IdentityFrame>
  )
}

function AccountConfirmed({ confirmed, next }: { confirmed: Confirmed; next: string | null }) {
  const { user, address } = confirmed
  const navigate = useNavigate()
  useEffect(() => {
    const to = user ? afterSignIn(user, next) : '/login'
    const timer = setTimeout(() => void navigate(to, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [user, next, navigate])

  return (
    <div role="status">
      <Icon name="check" size={32} className="mb-4 text-success" />
      <FormHead title="Account Confirmed!">
        {address === 'saved' && 'Your shipping address has been saved to your profile.'}
        {address === 'failed' && 'Your shipping address could not be saved. You can enter it in your dashboard.'}
      </FormHead>
      <p>{user ? 'Redirecting to your dashboard...' : 'Redirecting to login...'}</p>
    </div>
  )
}
