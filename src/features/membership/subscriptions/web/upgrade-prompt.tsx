import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { benefitsOf } from '#kernel/values/words/premium-benefits.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { BenefitList } from '../../benefits/web/benefit-list.tsx'
import { yearlySavingInWords } from '../../rules.ts'
import { membershipClient, type ShownPlan } from '../../web/membership-client.ts'
import { useSubscribe } from './use-subscription-changes.ts'

/** For users without a membership: benefits, price and the way to subscribe. */
export function UpgradePrompt() {
  const { premium } = useSettings()
  return (
    <section aria-labelledby="upgrade" className="grid gap-x-12 gap-y-8 lg:grid-cols-[2fr_3fr]">
      <div className="flex flex-col gap-4">
        <h3 id="upgrade" className="text-2xl">
          Upgrade to Premium
        </h3>
        <BenefitList benefits={benefitsOf(premium)} />
      </div>
      <Plans />
    </section>
  )
}

function Plans() {
  const offered = useQuery({
    queryKey: ['plans'],
    queryFn: () => call(membershipClient.subscriptions.plans.$get()),
  })
  return (
    <QueryBody query={offered} loading={<Skeleton className="h-56" />}>
      {({ plans }) =>
        plans.length === 0 ? (
          <EmptyState title="Premium is not available right now" icon="clock" />
        ) : (
          <SubscribeForm plans={plans} />
        )
      }
    </QueryBody>
  )
}

function SubscribeForm({ plans }: { plans: readonly ShownPlan[] }) {
  const [chosen, setChosen] = useState(plans[0]!.plan)
  const subscribe = useSubscribe()
  const plan = plans.find(offered => offered.plan === chosen) ?? plans[0]!
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={event => {
        event.preventDefault()
        if (!subscribe.isPending) subscribe.mutate(plan)
      }}
    >
      <PlanChoice plans={plans} value={plan.plan} onChange={setChosen} />
      <div className="flex flex-col items-start gap-2">
        <Button type="submit" size="lg" busy={subscribe.isPending} busyText="Opening the payment page...">
          Subscribe for {formatMoney(toCents(plan.total))} a {plan.interval}
        </Button>
        <p className="text-muted text-sm">
          Renews automatically. Cancel here in two clicks; it runs until the end of the paid period.
        </p>
      </div>
    </form>
  )
}

type Props = { plans: readonly ShownPlan[]; value: ShownPlan['plan']; onChange: (plan: ShownPlan['plan']) => void }

/** Choice of monthly or yearly, each with its bill. */
function PlanChoice({ plans, value, onChange }: Props) {
  const group = useId()
  const monthly = plans.find(({ plan }) => plan === 'monthly')
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="label-sm mb-2 text-muted">How you pay</legend>
      {plans.map(({ plan, amount, total }) => (
        <label
          key={plan}
          className="flex min-h-24 cursor-pointer items-start gap-4 rounded-sm border border-line-strong bg-surface p-4 transition-colors hover:border-ink has-checked:border-signal"
        >
          <input
            type="radio"
            name={group}
            value={plan}
            checked={value === plan}
            onChange={() => onChange(plan)}
            className="mt-1 size-5 shrink-0"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{plan === 'yearly' ? 'Yearly' : 'Monthly'}</span>
            <span className="figure block font-medium text-2xl">
              {formatMoney(toCents(amount))} <span className="text-base text-muted">/ month</span>
            </span>
            <span className="block text-muted text-sm">
              {plan === 'yearly' ? `${formatMoney(toCents(total))} billed once a year` : 'Billed every month'}
            </span>
            {plan === 'yearly' && monthly && (
              <span className="block text-sm">{yearlySavingInWords(toCents(monthly.total), toCents(total))}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
