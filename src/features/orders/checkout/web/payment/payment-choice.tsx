import { useId } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { usePaymentMethods } from '../../../history/web/payment-methods.ts'

type Props = {
  /** The id of a method; empty for the first. */
  value: string
  onChange: (method: string) => void
}

/** The payment methods. A method without configuration says so. */
export function PaymentChoice({ value, onChange }: Props) {
  const group = useId()
  const methods = usePaymentMethods()
  const chosen = value || methods[0]!.id
  return (
    <fieldset className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
      <legend className="sr-only">Payment method</legend>
      {methods.map(({ id, name, hint, isConfigured }) => (
        <label key={id} className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
          <input
            type="radio"
            name={group}
            value={id}
            checked={chosen === id}
            onChange={() => onChange(id)}
            className="size-5"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{name}</span>
            <span className="block text-muted text-sm">{hint}</span>
          </span>
          {!isConfigured && <Badge tone="warning">Not configured</Badge>}
        </label>
      ))}
    </fieldset>
  )
}
