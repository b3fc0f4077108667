import { type ReactNode, useState } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { AUTO_ENTRY_BENEFIT, benefitsOf } from '#kernel/values/words/premium-benefits.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { lazy } from '#ui/lazy.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { BenefitList } from '../../benefits/web/benefit-list.tsx'
import type { ShownSubscription } from '../../web/membership-client.ts'
import { useBillingPortal, useKeepPlan, usePayNow, useResume } from './use-subscription-changes.ts'

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
    return <Stat label="Next billing date" value="None" size="sm" note="Not billed" />
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

/** Notice of a failed renewal: the consequences, the next try, and the two ways out. */
function RenewalFailed({ subscription }: { subscription: ShownSubscription }) {
  const { failedPayment, hasPortal } = subscription
  const pay = usePayNow()
  const portal = useBillingPortal()
  return (
    <Notice kind="danger" title="Failed to process recurring billing" live>
      <p>
        {failedPayment
          ? `Your card was declined for ${formatMoney(toCents(failedPayment.amount))}`
          : 'Your card was declined'}
        , so your benefits are paused. They come back as soon as it is paid.
      </p>
      {failedPayment && <p className="mt-1">{nextTryWords(failedPayment)}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" busy={pay.isPending} busyText="Trying again..." onClick={() => pay.mutate(subscription)}>
          Try again now
        </Button>
        {hasPortal && (
          <Button variant="secondary" size="sm" mutation={portal} busyText="Opening...">
            Change card
          </Button>
        )}
      </div>
    </Notice>
  )
}

function nextTryWords({ nextTry, isLastTry }: NonNullable<ShownSubscription['failedPayment']>): string {
  if (!nextTry) return 'It will not be retried automatically.'
  return `We try again on ${formatDay(nextTry)}.${isLastTry ? ' This is the last try. If it fails, your membership ends.' : ''}`
}

const CancelDialog = lazy(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
const ChangePlanDialog = lazy(async () => (await import('./change-plan-dialog.tsx')).ChangePlanDialog)

type Props = { subscription: ShownSubscription }

/** Actions on an active membership. Cancelling and changing plan ask for confirmation; resuming takes nothing away and does not ask. */
function MembershipActions({ subscription }: Props) {
  const { status, hasPortal, nextPlan } = subscription
  // Snapshot of the subscription at the click, so that a closing dialog keeps its text.
  const [asked, setAsked] = useState<{ what: 'cancel' | 'plan'; of: ShownSubscription }>()
  const [isOpen, setOpen] = useState(false)
  const resume = useResume()
  const ask = (what: 'cancel' | 'plan') => {
    setAsked({ what, of: subscription })
    setOpen(true)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {status === 'cancelled' && (
          <Button busy={resume.isPending} busyText="Resuming..." onClick={() => resume.mutate(subscription)}>
            Resume subscription
          </Button>
        )}
        {status === 'active' && hasPortal && !nextPlan && (
          <Button variant="secondary" onClick={() => ask('plan')}>
            Change plan
          </Button>
        )}
        {hasPortal && <PortalButton />}
        {status !== 'cancelled' && (
          <Button variant="secondary" onClick={() => ask('cancel')}>
            Cancel subscription
          </Button>
        )}
      </div>
      {!hasPortal && (
        <p className="text-muted text-sm">
          This membership was given to you. Nothing is billed for it, so there is no card and no invoice to manage.
        </p>
      )}
      {asked?.what === 'cancel' && <CancelDialog subscription={asked.of} open={isOpen} onOpenChange={setOpen} />}
      {asked?.what === 'plan' && <ChangePlanDialog subscription={asked.of} open={isOpen} onOpenChange={setOpen} />}
    </div>
  )
}

function PortalButton() {
  const portal = useBillingPortal()
  return (
    <Button variant="secondary" icon="external" mutation={portal} busyText="Opening...">
      Card and invoices
    </Button>
  )
}
