import { useEffect, useLayoutEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { settingsIn } from '#kernel/client/site.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { afterSignIn, readConfirmationLink } from '../../user/rules.ts'
import { FormHead, IdentityFrame } from '../../web/identity-frame.tsx'
import { type Confirmed, ConfirmForm } from './confirm-form.tsx'
import { pendingRegistration } from './pending-registration.ts'

const REDIRECT_MS = 2000

export const meta: MetaFunction = ({ matches }) => {
  const { name } = settingsIn(matches).brand
  return [
    { title: titleOf('Confirm Your Account', name) },
    {
      name: 'description',
      content: `Confirm your ${name} account with the code that we sent to your e-mail address.`,
    },
    { name: 'robots', content: 'noindex' },
  ]
}

/** `/confirm-account`: for a shopper who has just registered here, and for the e-mail's link in any browser. */
export default function ConfirmAccountPage() {
  const pending = usePending()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  return (
    <IdentityFrame>
      {confirmed ? (
        <AccountConfirmed confirmed={confirmed} next={pending?.next ?? null} />
      ) : pending ? (
        <ConfirmForm key={pending.code} pending={pending} onConfirmed={setConfirmed} />
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

/** The data passed in memory, and the data in the link. Read before the first paint, so that no "Invalid Request" flashes. */
function usePending() {
  const [pending, setPending] = useState(pendingRegistration.read)
  useLayoutEffect(() => {
    const linked = readConfirmationLink(location.hash)
    if (!linked) return
    setPending(carried => (carried?.email === linked.email ? { ...carried, ...linked } : linked))
    // Keeps the code out of the browser history.
    history.replaceState(history.state, '', location.pathname)
  }, [])
  useEffect(() => pendingRegistration.forget, [])
  return pending
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
