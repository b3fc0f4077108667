import { useQuery } from '@tanstack/react-query'
import { ReferralCard } from '#features/account/web/referral-card.tsx'
import type { CreditBalances } from '#features/credits/contract.ts'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { useEntryPages } from '#features/giveaways/entries/web/use-my-entries.ts'
import { giveawaysClient } from '#features/giveaways/giveaway/web/giveaways-client.ts'
import { ConfirmMailbox } from '#features/identity/mailbox-proof/web/confirm-mailbox.tsx'
import { useShippingStatus } from '#features/identity/shipping/web/use-shipping-status.ts'
import { useProfile } from '#features/identity/web/use-profile.ts'
import type { ShownSubscription } from '#features/membership/web/membership-client.ts'
import { useSubscription } from '#features/membership/web/use-subscription.ts'
import { ordersClient } from '#features/orders/order/web/orders-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { ROLE_NAMES } from '#kernel/rights.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { TIER_HUES, TierBadge, TierIcon } from '#ui/money/tier-badge.tsx'
import { Grown } from '#ui/motion/grown.tsx'
import { Bezel } from '#ui/pictures/bezel.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { ShippedOnly } from '#ui/pictures/own-picture.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { CreditStatement } from './credit-statement.tsx'

/** Placeholder for a number that is loading, with equal height, so that nothing moves. */
const COMING = '–'

/** Entries, purchases, credits and membership at a glance, the referral code, and recent activity. */
export function OverviewTab({ user }: { user: SessionUser }) {
  const credits = useCredits()
  const entries = useEntryPages('false')
  const purchases = useRecentPurchases('all')
  const balances = credits.data
  return (
    <div className="flex flex-col gap-12">
      <ConfirmOwnMailbox />
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

/** Speaks of a role only to a user for whom one waits. */
function ConfirmOwnMailbox() {
  const role = useProfile().data?.offeredRole
  const begin = role ? `, and to begin as ${ROLE_NAMES[role].toLowerCase()}` : ''
  return <ConfirmMailbox to={`see what was entered under it${begin}.`} />
}

function Membership({ user }: { user: SessionUser }) {
  const { data: subscription } = useSubscription()
  const note = subscription && standingOf(subscription)
  return <Stat label="Membership" value={user.isSubscriber ? 'Premium' : 'Standard'} note={note} />
}

function standingOf({ status, nextBillingDate, endDate, benefitsActive }: ShownSubscription): string | null {
  if (status === 'past_due') return 'Payment failed'
  if (nextBillingDate) return `Renews ${formatDay(nextBillingDate)}`
  return endDate && `${benefitsActive ? 'Until' : 'Ended'} ${formatDay(endDate)}`
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
            <p className="figure font-semibold text-4xl">
              <Grown value={balances && creditsOf(balances, tier)} className="inline-block">
                {balances ? creditsOf(balances, tier) : '–'}
              </Grown>
            </p>
            <TierBadge tier={tier} plain />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Medal({ tier }: { tier: Tier }) {
  const base = `/pictures/tier-${tier.toLowerCase()}`
  const sign = (
    <Bezel className={`size-12 shrink-0 sm:size-16 ${TIER_HUES[tier]}`}>
      <TierIcon tier={tier} size={20} />
    </Bezel>
  )
  return (
    <ShippedOnly instead={sign}>
      <picture className="shrink-0">
        <source type="image/avif" srcSet={`${base}-96.avif, ${base}-192.avif 2x`} />
        <img src={`${base}-96.webp`} alt="" width={64} height={64} className="size-12 sm:size-16" />
      </picture>
    </ShippedOnly>
  )
}

const SHOWN = 5
const LIMIT = String(SHOWN)

/** The newest purchases of all orders, or of those neither cancelled nor refunded, and their total count. */
const useRecentPurchases = (orders: 'all' | 'kept') =>
  useQuery({
    queryKey: ['my', 'purchases', 'recent', orders],
    queryFn: () => call(ordersClient.my.purchases.$get({ query: { limit: LIMIT, orders } })),
  })

type Activity = { id: string; icon: IconName; at: string; what: string; to: string; note: string }

/** The user's latest purchases and entries, newest first. */
function RecentActivity() {
  const purchases = useRecentPurchases('kept')
  const entries = useQuery({
    queryKey: ['my', 'entries', 'recent'],
    queryFn: () => call(giveawaysClient().my.entries.$get({ query: { limit: LIMIT } })),
  })
  if (!purchases.data || !entries.data) {
    const failed = [purchases, entries].find(query => query.isLoadingError)
    if (!failed?.error) return <SkeletonText lines={SHOWN} className="py-4" />
    return <FailedState query={failed} />
  }
  const activities = newest([
    ...purchases.data.purchases.map(purchase => ({
      id: purchase.id,
      icon: 'cart' as const,
      at: purchase.date,
      what: `Bought ${purchase.name}${purchase.quantity > 1 ? ` × ${purchase.quantity}` : ''}`,
      to: `/orders/${purchase.orderId}`,
      note: purchase.refunded === purchase.quantity ? 'Refunded' : formatMoney(toCents(purchase.total)),
    })),
    ...entries.data.entries.map(entry => ({
      id: entry.id,
      icon: 'ticket' as const,
      at: entry.date,
      what: `Entered ${entry.giveawayTitle}`,
      to: `/giveaways/${entry.giveawaySlug}`,
      note: `Slot ${entry.slotNumber}`,
    })),
  ])
  if (activities.length === 0) {
    return (
      <EmptyState icon="cart" title="Nothing yet" action={<ButtonLink to="/store">Go to the store</ButtonLink>}>
        What you buy and enter shows here.
      </EmptyState>
    )
  }
  return (
    <ol className="divide-y divide-line">
      {activities.map(activity => (
        <li key={activity.id} className="flex items-baseline gap-4 py-3">
          <Icon name={activity.icon} className="self-center text-muted" />
          <TextLink to={activity.to} className="min-w-0 flex-1 break-words">
            {activity.what}
          </TextLink>
          <span className="figure shrink-0 text-muted max-sm:hidden">{activity.note}</span>
          <time dateTime={activity.at} className="shrink-0 text-muted text-sm">
            {formatDay(activity.at, 'short')}
          </time>
        </li>
      ))}
    </ol>
  )
}

const newest = (activities: Activity[]) => activities.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN)
