import { type ReactNode, useId, useState } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { benefitsOf } from '#kernel/values/words/premium-benefits.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { BenefitList } from '../../benefits/web/benefit-list.tsx'
import type { ShownSubscription } from '../../web/membership-client.ts'
import { cancelSubscription } from './use-subscription-changes.ts'

type Props = { subscription: ShownSubscription; open: boolean; onOpenChange: (open: boolean) => void }
type When = 'end' | 'now'

/**
 * Confirmation of a cancellation: shows which benefits end, and when. After a failed renewal the membership ends now, as nothing
 * is paid for.
 */
export function CancelDialog({ subscription, open, onOpenChange }: Props) {
  const { nextBillingDate, status } = subscription
  const { premium } = useSettings()
  const [when, setWhen] = useState<When>('end')
  const until = status === 'active' && nextBillingDate ? formatDay(nextBillingDate) : undefined
  const endsNow = status === 'past_due' || when === 'now'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel your subscription?"
      description={descriptionOf(endsNow, until)}
      confirmLabel={endsNow ? 'End membership now' : 'Cancel subscription'}
      busyLabel="Cancelling..."
      cancelLabel="Keep it"
      danger
      onConfirm={async () => {
        await cancelSubscription(subscription, !endsNow)
        onOpenChange(false)
      }}
    >
      {status === 'active' && (
        <RadioChoice<When>
          legend="When it ends"
          value={when}
          onChange={setWhen}
          options={[
            {
              value: 'end',
              label: until ? `On ${until}` : 'At the end of the paid period',
              note: 'You keep your benefits until then, and you can change your mind.',
            },
            {
              value: 'now',
              label: 'Now',
              note: 'Your benefits end immediately. The rest of the paid period is not refunded.',
            },
          ]}
        />
      )}
      <div className="flex flex-col gap-2">
        <p>{endsNow ? 'You lose now:' : 'You lose then:'}</p>
        <BenefitList benefits={benefitsOf(premium)} isLost />
      </div>
      <p className="text-muted text-sm">You keep the credits you have.</p>
    </ConfirmDialog>
  )
}

function descriptionOf(endsNow: boolean, until: string | undefined): string {
  if (endsNow) return 'Nothing more will be charged, and the membership ends now.'
  if (!until) return 'Your benefits stay until the period is over; then you lose them.'
  return `Nothing more will be charged. Your benefits stay until ${until}; then you lose them.`
}

type Option<T extends string> = { value: T; label: ReactNode; note: ReactNode }
type RadioChoiceProps<T extends string> = {
  legend: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
}

/** Radio buttons with an explanation per option. */
function RadioChoice<T extends string>({ legend, options, value, onChange }: RadioChoiceProps<T>) {
  const group = useId()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="label-sm mb-2 text-muted">{legend}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-sm border border-line-strong bg-surface p-4 transition-colors hover:border-ink has-checked:border-signal"
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-5 shrink-0"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{option.label}</span>
            <span className="block text-muted text-sm">{option.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
