import type { ReactNode } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { BenefitList } from '../../benefits/web/benefit-list.tsx'
import { RenewalFailed } from '../../invoices/web/renewal-failed.tsx'
import type { ShownSubscription } from '../../web/membership-client.ts'
import { AUTO_ENTRY_BENEFIT, benefitsOf } from '../../web/premium-benefits.ts'
import { MembershipActions } from './membership-actions.tsx'
import { useKeepPlan } from './use-subscription-changes.ts'

const isNoSwitch = (benefit: string) => benefit !== AUTO_ENTRY_BENEFIT

/**
 * An active membership: state, price, next bill, benefits, and cancellation.
 * @param children switches for the member, such as auto-entry.
 */
export function MembershipPanel({ subscription, children }: { subscription: ShownSubscription; children?: ReactNode }) {
  const benefits = benefitsOf(useSettings().premium)
  const isSwitched = subscription.benefitsActive && Boolean(children)
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[3fr_2fr]">
      <section aria-label="Your membership" className="flex flex-col gap-6">
        <StateBadge subscription={subscription} />
        <Figures subscription={subscription} />
        <StateNotice subscription={subscription} />
        <MembershipActions subscription={subscription} />
      </section>
      <section aria-labelledby="your-benefits" className="flex flex-col gap-4 border-line lg:border-l lg:pl-12">
        <h3 id="your-benefits" className="text-xl">
          {subscription.benefitsActive ? 'Your benefits' : 'Paused benefits'}
        </h3>
        <BenefitList
          benefits={isSwitched ? benefits.filter(isNoSwitch) : benefits}
          isLost={!subscription.benefitsActive}
        />
        {isSwitched && children}
      </section>
    </div>
  )
}

function StateBadge({ subscription: { status } }: { subscription: ShownSubscription }) {
  return (
    <p>
      {status === 'past_due' ? (
        <Badge tone="danger" icon="warning">
          Payment failed
        </Badge>
      ) : (
        <Badge tone={status === 'active' ? 'success' : 'warning'} icon={status === 'active' ? 'check' : 'clock'}>
          {status === 'active' ? 'Premium Active' : 'Cancelled'}
        </Badge>
      )}
    </p>
  )
}

function Figures({ subscription }: { subscription: ShownSubscription }) {
  const { plan, amount, total, endDate, startDate } = subscription
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <Stat
        label={plan === 'yearly' ? 'Yearly plan' : 'Monthly plan'}
        value={formatMoney(toCents(amount))}
        unit="/ month"
        note={plan === 'yearly' ? `${formatMoney(toCents(total))} billed once a year` : 'Billed every month'}
      />
      {endDate ? (
        <Stat label="Benefits until" value={formatDay(endDate)} size="sm" note="Nothing more is billed" />
      ) : (
        <NextBilling subscription={subscription} />
      )}
      <Stat label="Member since" value={formatDay(startDate)} size="sm" />
      <LastPayment subscription={subscription} />
    </dl>
  )
}

/** While a renewal fails, the date shown is that of the next try. */
function NextBilling({ subscription }: { subscription: ShownSubscription }) {
  const { nextBillingDate, failedPayment, status, total, nextPlan } = subscription
  if (status === 'past_due') {
    const nextTry = failedPayment?.nextTry
    return <Stat label="Next try" value={nextTry ? formatDay(nextTry) : 'None'} size="sm" note="Or pay it now" />
  }
  if (!nextBillingDate) {
    return <Stat label="Next billing date" value="None" size="sm" note="This membership bills nobody" />
  }
  const amount = formatMoney(toCents(nextPlan?.total ?? total))
  return <Stat label="Next billing date" value={formatDay(nextBillingDate)} size="sm" note={`${amount} by card`} />
}

function LastPayment({ subscription: { lastPayment, lastBillingDate } }: { subscription: ShownSubscription }) {
  if (lastPayment) {
    const note = `${formatMoney(toCents(lastPayment.amount))} paid`
    return <Stat label="Last payment" value={formatDay(lastPayment.date)} size="sm" note={note} />
  }
  return lastBillingDate ? <Stat label="Last billed" value={formatDay(lastBillingDate)} size="sm" /> : null
}

function StateNotice({ subscription }: { subscription: ShownSubscription }) {
  const { status, endDate, nextPlan } = subscription
  if (status === 'past_due') return <RenewalFailed subscription={subscription} />
  if (nextPlan) return <PlanComes subscription={subscription} nextPlan={nextPlan} />
  if (status !== 'cancelled' || !endDate) return null
  return (
    <Notice kind="warning" title="Your subscription is cancelled" live>
      You keep every benefit until {formatDay(endDate)}. Resume before then and nothing changes.
    </Notice>
  )
}

type PlanComesProps = { subscription: ShownSubscription; nextPlan: NonNullable<ShownSubscription['nextPlan']> }

function PlanComes({ subscription, nextPlan }: PlanComesProps) {
  const keep = useKeepPlan()
  const { plan, total, interval, startDate } = nextPlan
  return (
    <Notice title={`Your plan becomes ${plan} on ${formatDay(startDate)}`} live>
      <p>
        From then on {formatMoney(toCents(total))} a {interval}. Nothing is charged before.
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        busy={keep.isPending}
        busyText="Taking it back..."
        onClick={() => keep.mutate(subscription)}
      >
        Keep the {subscription.plan} plan
      </Button>
    </Notice>
  )
}
