import { ReferralCard } from '#features/account/web/referral-card.tsx'
import type { CreditBalances } from '#features/credits/contract.ts'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { useEntryPages } from '#features/giveaways/entries/web/use-my-entries.ts'
import { useShippingStatus } from '#features/identity/profile/web/use-shipping-status.ts'
import { useSubscription } from '#features/membership/subscriptions/web/use-subscription.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { CreditStatement } from './credit-statement.tsx'
import { RecentActivity, useRecentPurchases } from './recent-activity.tsx'

/** Placeholder for a number that is loading, with equal height, so that nothing moves. */
const COMING = '–'

/** Entries, purchases, credits and membership at a glance, the referral code, and recent activity. */
export function OverviewTab({ user }: { user: SessionUser }) {
  const credits = useCredits()
  const entries = useEntryPages('false')
  const purchases = useRecentPurchases()
  const balances = credits.data
  return (
    <div className="flex flex-col gap-12">
      <AddressMissing />
      <dl className="grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-8 lg:grid-cols-4">
        <Stat label="Active entries" value={entries.data?.total ?? COMING} signal />
        <Stat label="Purchases" value={purchases.data?.total ?? COMING} />
        <Stat
          label="Credits"
          value={balances ? TIERS.reduce((sum, tier) => sum + creditsOf(balances, tier), 0) : COMING}
        />
        <Membership user={user} />
      </dl>
      <section aria-labelledby="credits">
        <SectionHeading id="credits" action={<TextLink to="/giveaways">Spend them</TextLink>}>
          Credits by tier
        </SectionHeading>
        <CreditsByTier balances={balances} />
      </section>
      <ReferralCard />
      <section aria-labelledby="activity">
        <SectionHeading id="activity">Recent activity</SectionHeading>
        <RecentActivity />
      </section>
      {/* Not a landmark: the table is one already, with an equal name. */}
      <div>
        <SectionHeading>Credit statement</SectionHeading>
        <CreditStatement />
      </div>
    </div>
  )
}

function Membership({ user }: { user: SessionUser }) {
  const { data: subscription } = useSubscription()
  const note =
    subscription &&
    (subscription.nextBillingDate
      ? `Renews ${formatDay(subscription.nextBillingDate)}`
      : subscription.endDate && `Until ${formatDay(subscription.endDate)}`)
  return <Stat label="Membership" value={user.isSubscriber ? 'Premium' : 'Standard'} note={note} />
}

/** Without a complete address nothing can be delivered, so the user cannot enter giveaways. */
function AddressMissing() {
  if (useShippingStatus() !== 'incomplete') return null
  return (
    <Notice kind="warning" title="Your shipping address is incomplete" live>
      <TextLink to="?tab=profile">Update your shipping address</TextLink> to be eligible for entering giveaways.
    </Notice>
  )
}

/** The balances of the four tiers, each with its medal. */
function CreditsByTier({ balances }: { balances: CreditBalances | undefined }) {
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
      {TIERS.map(tier => (
        <li key={tier} className="flex items-center gap-3 bg-surface p-3 sm:gap-4 sm:p-5">
          <Medal tier={tier} />
          <div>
            <p className="figure font-semibold text-4xl">{balances ? creditsOf(balances, tier) : '–'}</p>
            <TierBadge tier={tier} plain />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Medal({ tier }: { tier: Tier }) {
  const base = `/pictures/tier-${tier.toLowerCase()}`
  return (
    <picture className="shrink-0">
      <source type="image/avif" srcSet={`${base}-96.avif, ${base}-192.avif 2x`} />
      <img src={`${base}-96.webp`} alt="" width={64} height={64} className="size-12 sm:size-16" />
    </picture>
  )
}
