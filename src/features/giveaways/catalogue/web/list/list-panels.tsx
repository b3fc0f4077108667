import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { AUTO_ENTRY_BENEFIT, benefitsOf } from '#features/membership/web/premium-benefits.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { lazy } from '#ui/lazy.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SIGN_IN_TO_ENTER } from '../../../rules.ts'

const PANEL = 'flex min-h-80 flex-col gap-4 sm:min-h-72 border border-line bg-surface p-5 sm:p-6'

/** The user's available credits. */
export function CreditsPanel() {
  const credits = useCredits()
  return (
    <section aria-labelledby="your-credits" className={PANEL}>
      <h2 id="your-credits" className="text-xl">
        Your credits
      </h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {TIERS.map(tier => (
          <div key={tier} className="flex flex-col gap-1">
            <dt>
              <TierBadge tier={tier} plain />
            </dt>
            <dd className="figure font-semibold text-3xl">{credits.data ? creditsOf(credits.data, tier) : '–'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-auto text-muted text-sm">
        Every product earns credits of its tier. <TextLink to="/store">Earn more</TextLink>
      </p>
    </section>
  )
}

/** Shown to guests in place of the credits. */
export function GuestNotice() {
  const { minimumAge } = useSettings()
  return (
    <section aria-labelledby="join" className={PANEL}>
      <h2 id="join" className="text-xl">
        Create a free account to enter
      </h2>
      <p className="text-muted">
        {SIGN_IN_TO_ENTER} Slots are shown once you are signed in. You must be {minimumAge} or older. No purchase
        necessary: <TextLink to="/legal#no-purchase-necessary">enter free by mail</TextLink>.
      </p>
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink to="/register">Create a free account</ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Sign in
        </ButtonLink>
      </div>
    </section>
  )
}

const AutoEntrySwitch = lazy(async () => (await import('../../../entries/web/auto-entry-switch.tsx')).AutoEntrySwitch)

type Standing = 'guest' | 'user' | 'member'

/**
 * The benefits of a membership. Members get the auto-entry switch, other users a link to the upgrade, and guests a link to the membership
 * in the store.
 */
export function PremiumBenefits({ standing }: { standing: Standing }) {
  const isSubscriber = standing === 'member'
  const { premium } = useSettings()
  const benefits = benefitsOf(premium).filter(benefit => !isSubscriber || benefit !== AUTO_ENTRY_BENEFIT)
  return (
    <section aria-labelledby="premium" className={PANEL}>
      <h2 id="premium" className="text-xl">
        {isSubscriber ? 'Premium Active' : `Premium, ${formatMoney(premium.monthlyCents)} a month`}
      </h2>
      <ul className="flex flex-col gap-1.5 text-sm">
        {benefits.map(benefit => (
          <li key={benefit} className="flex items-start gap-2">
            <Icon name="check" size={20} className="mt-px text-ranger" />
            {benefit}
          </li>
        ))}
      </ul>
      {isSubscriber ? (
        <AutoEntrySwitch />
      ) : (
        <p className="mt-auto text-sm">
          {standing === 'user' ? (
            <TextLink to="/dashboard?tab=subscription">Upgrade to Premium</TextLink>
          ) : (
            <TextLink to="/store?type=subscription">See the membership</TextLink>
          )}
        </p>
      )}
    </section>
  )
}
