import { useId } from 'react'
import { Badge } from '#ui/badge.tsx'

export type PaymentMethod = 'stripe' | 'gateway'

const METHODS = [
  { value: 'stripe', name: 'Card', hint: 'Secure card payment by Stripe.', isReady: true },
  { value: 'gateway', name: 'Alternative card gateway', hint: 'Another way to pay by card.', isReady: false },
] as const

type Props = { value: PaymentMethod; onChange: (method: PaymentMethod) => void }

/** The two ways to pay; the second is there and says that it is not configured here, as specified. */
export function PaymentChoice({ value, onChange }: Props) {
  const group = useId()
  return (
    <fieldset className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
      <legend className="sr-only">Payment method</legend>
      {METHODS.map(method => (
        <label key={method.value} className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
          <input
            type="radio"
            name={group}
            value={method.value}
            checked={value === method.value}
            onChange={() => onChange(method.value)}
            className="size-5"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{method.name}</span>
            <span className="block text-muted text-sm">{method.hint}</span>
          </span>
          {!method.isReady && <Badge tone="warning">Not configured</Badge>}
        </label>
      ))}
    </fieldset>
  )
}
