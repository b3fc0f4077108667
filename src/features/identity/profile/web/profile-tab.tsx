import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Profile } from '../../answers.ts'
import type { SignOutEverywhere } from '../../security/devices.tsx'
import { ContactForm } from './contact-form.tsx'
import { ShippingForm } from './shipping-form.tsx'
import { useProfile } from './use-profile.ts'

const SecuritySection = lazy(
  async () => (await import('../../security/security-section.tsx')).SecuritySection,
  <SkeletonText lines={6} />,
)

/** Calendar dates without a time: the same day in every zone. */
const CALENDAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (text: string) => CALENDAR.format(new Date(text))

/** The dashboard's profile tab: personal data, shipping address, contact choices and security. */
export function ProfileTab({ signOutEverywhere }: { signOutEverywhere: SignOutEverywhere }) {
  const profile = useProfile()
  if (profile.data)
    return (
      <>
        <ProfileForms profile={profile.data} />
        <SecuritySection signOutEverywhere={signOutEverywhere} />
      </>
    )
  if (profile.isError)
    return (
      <FailedState onRetry={() => void profile.refetch()} busy={profile.isFetching}>
        {profile.error.message}
      </FailedState>
    )
  return <SkeletonText lines={6} />
}

function ProfileForms({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-10 lg:grid-cols-[2fr_3fr]">
      <section aria-labelledby="account">
        <SectionHeading id="account">Account</SectionHeading>
        <Facts profile={profile} />
        <div className="mt-8">
          <ContactForm profile={profile} />
        </div>
      </section>
      <section aria-labelledby="shipping">
        <SectionHeading id="shipping">Shipping Address</SectionHeading>
        <p className="-mt-2 mb-5 text-muted">Required for giveaway prize delivery</p>
        <ShippingForm profile={profile} />
      </section>
    </div>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const facts = [
    ['Email', profile.email],
    ['Birth Date', profile.birthDate && `${dayOf(profile.birthDate)} (age ${profile.age})`],
    ['Member since', dayOf(profile.joinDate)],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
