import { lazy, type ReactNode, Suspense, useState } from 'react'
import { toCents } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format-day.ts'
import { formatMoney } from '#ui/format-money.ts'
import { Notice } from '#ui/notice.tsx'
import { Stat } from '#ui/stat.tsx'
import { BenefitList } from './benefit-list.tsx'
import type { ShownSubscription } from './membership-client.ts'
import { AUTO_ENTRY_BENEFIT, PREMIUM_BENEFITS } from './premium-benefits.ts'
import { useResume } from './use-subscription-changes.ts'

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }))

const isNoSwitch = (benefit: string) => benefit !== AUTO_ENTRY_BENEFIT

/**
 * A membership that runs: its state, what it costs, when it is billed, what it brings, and how it ends.
 * @param children what a member switches on and off, such as auto-entry.
 */
export function MembershipPanel({ subscription, children }: { subscription: ShownSubscription; children?: ReactNode }) {
  const isSwitched = subscription.benefitsActive && Boolean(children)
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[3fr_2fr]">
      <section aria-label="Your membership" className="flex flex-col gap-6">
        <StateBadge subscription={subscription} />
        <Figures subscription={subscription} />
        <StateNotice subscription={subscription} />
        <Ending subscription={subscription} />
      </section>
      <section aria-labelledby="your-benefits" className="flex flex-col gap-4 border-line lg:border-l lg:pl-12">
        <h3 id="your-benefits" className="text-xl">
          Your benefits
        </h3>
        <BenefitList benefits={isSwitched ? PREMIUM_BENEFITS.filter(isNoSwitch) : PREMIUM_BENEFITS} />
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
  const { plan, amount, total, nextBillingDate, endDate, lastBillingDate, startDate } = subscription
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
        <Stat
          label="Next billing date"
          value={nextBillingDate ? formatDay(nextBillingDate) : 'None'}
          size="sm"
          note={nextBillingDate ? `${formatMoney(toCents(total))} by card` : 'This membership bills nobody'}
        />
      )}
      <Stat label="Member since" value={formatDay(startDate)} size="sm" />
      {lastBillingDate && <Stat label="Last billed" value={formatDay(lastBillingDate)} size="sm" />}
    </dl>
  )
}

function StateNotice({ subscription: { status, endDate } }: { subscription: ShownSubscription }) {
  if (status === 'past_due') {
    return (
      <Notice kind="danger" title="Failed to process recurring billing" live>
        Your card was declined, so your benefits are paused. The charge will be tried again in the coming days; they
        come back with it.
      </Notice>
    )
  }
  if (status !== 'cancelled' || !endDate) return null
  return (
    <Notice kind="warning" title="Your subscription is cancelled" live>
      You keep every benefit until {formatDay(endDate)}. Resume before then and nothing changes.
    </Notice>
  )
}

/** Cancel asks once more; resume does not, as it takes nothing. */
function Ending({ subscription }: { subscription: ShownSubscription }) {
  const [isAsking, setAsking] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const resume = useResume()
  return (
    <div>
      {subscription.status === 'cancelled' ? (
        <Button busy={resume.isPending} busyText="Resuming..." onClick={() => resume.mutate(subscription)}>
          Resume subscription
        </Button>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            setWasAsked(true)
            setAsking(true)
          }}
        >
          Cancel subscription
        </Button>
      )}
      {wasAsked && (
        <Suspense>
          <CancelDialog subscription={subscription} open={isAsking} onOpenChange={setAsking} />
        </Suspense>
      )}
    </div>
  )
}
