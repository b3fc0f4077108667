import { useNavigate } from 'react-router'
import { YourData } from '#features/account/web/your-data.tsx'
import { ConfirmMailbox } from '#features/identity/mailbox-proof/web/confirm-mailbox.tsx'
import { ProfileTab } from '#features/identity/profile/web/profile-tab.tsx'
import { useProfile } from '#features/identity/web/use-profile.ts'
import { VisibilityField } from '#features/insights/leaderboard/visibility-field.tsx'
import { SavedCardsSection } from '#features/orders/payment/saved-cards/web/saved-cards-section.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { signOut } from '../shell/account/sign-out.ts'

/** The profile, and the export and deletion of the user's data. */
export function ProfilePanel() {
  const navigate = useNavigate()
  const profile = useProfile()
  async function leave() {
    await signOut()
    await navigate('/', { replace: true })
    toast.success('Your account has been deleted.')
  }
  return (
    <div className="flex flex-col gap-14">
      <ConfirmMailbox to="see, download and delete what was entered under it." />
      <ProfileTab signOutEverywhere={() => signOut('/api/auth/logout-everywhere')} />
      {profile.isFetched && <SavedCardsSection />}
      {/* Rendered after the profile has loaded, so that the content does not move. */}
      {profile.isFetched && (
        <section aria-labelledby="among-customers">
          <SectionHeading id="among-customers">Among other customers</SectionHeading>
          <VisibilityField />
        </section>
      )}
      {profile.isFetched && <YourData onDeleted={() => void leave()} />}
    </div>
  )
}
