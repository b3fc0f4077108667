import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Badge } from '#ui/data/badge.tsx'
import { ordersClient } from '../../../history/web/orders-client.ts'

export type PaymentMethod = 'stripe' | 'gateway'
type Method = { id: PaymentMethod; name: string; isConfigured: boolean }

const HINTS: Record<PaymentMethod, string> = {
  stripe: 'Secure card payment by Stripe.',
  gateway: 'Another way to pay by card.',
}
/** Fallback until the API answers, and when the API fails. */
const USUAL: { methods: Method[] } = {
  methods: [
    { id: 'stripe', name: 'Card', isConfigured: true },
    { id: 'gateway', name: 'Alternative card gateway', isConfigured: false },
  ],
}

type Props = { value: PaymentMethod; onChange: (method: PaymentMethod) => void }

/** The two payment methods. A method without configuration says so. */
export function PaymentChoice({ value, onChange }: Props) {
  const group = useId()
  const { data = USUAL } = useQuery({
    queryKey: ['payment-methods'],
    queryFn: () => call(ordersClient.payments.methods.$get()),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: USUAL,
  })
  return (
    <fieldset className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
      <legend className="sr-only">Payment method</legend>
      {data.methods.map(({ id, name, isConfigured }) => (
        <label key={id} className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
          <input
            type="radio"
            name={group}
            value={id}
            checked={value === id}
            onChange={() => onChange(id)}
            className="size-5"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{name}</span>
            <span className="block text-muted text-sm">{HINTS[id]}</span>
          </span>
          {!isConfigured && <Badge tone="warning">Not configured</Badge>}
        </label>
      ))}
    </fieldset>
  )
}
