import { useQuery } from '@tanstack/react-query'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { useMyEntries } from '#features/giveaways/use-my-entries.ts'
import type { OrdersApi } from '#features/orders/api.server.ts'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { SessionUser } from '#platform/client/session.ts'
import { TIERS } from '#platform/tiers.ts'
import { SectionHeading } from '#ui/section-heading.tsx'
import { Stat } from '#ui/stat.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { CreditStatement } from './credit-statement.tsx'
import { CreditsByTier } from './credits-by-tier.tsx'

/** What stands for a number that is still on its way; as high as one, so nothing moves. */
const COMING = '–'
/** Purchases are counted up to here; above it, "100+" says enough. */
const MANY = '100'

/** Entries, purchases, credits and membership at a glance, and every credit that came or went. */
export function OverviewTab({ user }: { user: SessionUser }) {
  const credits = useCredits()
  const entries = useMyEntries()
  const purchases = useQuery({
    queryKey: ['my', 'purchases'],
    queryFn: () => call(clientOf<OrdersApi>().my.purchases.$get({ query: { limit: MANY } })),
  })
  const active = entries.data?.entries.filter(
    ({ giveawayState }) => giveawayState !== 'closed' && giveawayState !== 'drawn',
  )
  const balances = credits.data
  const bought = purchases.data
  return (
    <div className="flex flex-col gap-12">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
        <Stat label="Active entries" value={active?.length ?? COMING} signal />
        <Stat label="Purchases" value={bought ? `${bought.purchases.length}${bought.nextCursor ? '+' : ''}` : COMING} />
        <Stat
          label="Credits"
          value={balances ? TIERS.reduce((sum, tier) => sum + creditsOf(balances, tier), 0) : COMING}
        />
        <Stat label="Membership" value={user.isSubscriber ? 'Premium' : 'Standard'} />
      </dl>
      <section aria-labelledby="credits">
        <SectionHeading id="credits" action={<TextLink to="/giveaways">Spend them</TextLink>}>
          Credits by tier
        </SectionHeading>
        <CreditsByTier balances={balances} />
      </section>
      <section aria-labelledby="activity">
        <SectionHeading id="activity">Recent activity</SectionHeading>
        <CreditStatement />
      </section>
    </div>
  )
}
