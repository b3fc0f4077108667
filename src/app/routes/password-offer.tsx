import { useProfile } from '#features/identity/web/use-profile.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/** After a purchase: offers a password or a passkey to a user who has no password. */
export function PasswordOffer() {
  const { data } = useProfile()
  if (data?.hasPassword !== false) return null
  return (
    <div className="mx-auto max-w-prose pb-12">
      <Notice title="Your account has no password yet.">
        You sign in by a code that we send to your email at the checkout.{' '}
        <TextLink to="/dashboard?tab=profile#security">Set a password or add a passkey</TextLink>
      </Notice>
    </div>
  )
}
