import { useId } from 'react'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import type { ShownPlan } from '../../web/membership-client.ts'

type Props = { plans: readonly ShownPlan[]; value: ShownPlan['plan']; onChange: (plan: ShownPlan['plan']) => void }

/** Choice of monthly or yearly, each with its bill. */
export function PlanChoice({ plans, value, onChange }: Props) {
  const group = useId()
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
          </span>
        </label>
      ))}
    </fieldset>
  )
}
