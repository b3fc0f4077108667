import type { SessionUser } from '#platform/client/session.ts'
import { SETTINGS } from '#platform/settings.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { formatMoney } from '#ui/format-money.ts'
import { Stat } from '#ui/stat.tsx'

const { monthlyCents, earlyAccessHours, monthlyBenefit } = SETTINGS.premium

const BENEFITS = [
  `Giveaways ${earlyAccessHours} hours before they open to everyone`,
  monthlyBenefit === 'bronze-credit'
    ? 'One Bronze credit every calendar month'
    : '5 bonus entries every calendar month',
  'Priority support',
]

/** Whether one is a member, and what membership is. */
export function SubscriptionTab({ user }: { user: SessionUser }) {
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <dl className="flex flex-wrap gap-x-14 gap-y-6">
        <Stat label="Membership" value={user.isSubscriber ? 'Premium' : 'Standard'} signal={user.isSubscriber} />
        <Stat label="Premium costs" value={formatMoney(monthlyCents)} unit="/ month" />
      </dl>
      <div>
        <h2 className="text-xl">{user.isSubscriber ? 'Your benefits' : 'What Premium brings'}</h2>
        <ul className="mt-3 mb-6 flex list-[square] flex-col gap-1.5 pl-5 text-muted marker:text-signal">
          {BENEFITS.map(benefit => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        {!user.isSubscriber && <ButtonLink to="/store?type=subscription">See memberships</ButtonLink>}
      </div>
    </div>
  )
}
