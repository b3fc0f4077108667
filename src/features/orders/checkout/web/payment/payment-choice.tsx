import { useId } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import type { ShownMethods } from '../../../order/web/orders-client.ts'
import { cardName, expiryOf, type ShownCard } from '../../../payment/saved-cards/web/saved-cards.ts'
import type { PaymentWay } from './use-way-to-pay.ts'

type Props = {
  methods: ShownMethods['methods']
  /** Saved cards that can pay. */
  cards: ShownCard[]
  value: PaymentWay
  onChange: (way: PaymentWay) => void
}

/** The saved cards, then the payment methods. A method without configuration says so. */
export function PaymentChoice({ methods, cards, value, onChange }: Props) {
  const group = useId()
  return (
    <fieldset className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
      <legend className="sr-only">Payment method</legend>
      {cards.map(card => (
        <Choice
          key={card.id}
          group={group}
          name={cardName(card)}
          hint={`Expires ${expiryOf(card)}`}
          checked={value.card?.id === card.id}
          onChoose={() => onChange({ card })}
        />
      ))}
      {methods.map(({ id, name, hint, isConfigured }) => (
        <Choice
          key={id}
          group={group}
          name={name}
          hint={hint}
          checked={!value.card && value.method === id}
          onChoose={() => onChange({ method: id })}
          isConfigured={isConfigured}
        />
      ))}
    </fieldset>
  )
}

type ChoiceProps = {
  group: string
  name: string
  hint: string
  checked: boolean
  onChoose: () => void
  isConfigured?: boolean
}

const Choice = ({ group, name, hint, checked, onChoose, isConfigured = true }: ChoiceProps) => (
  <label className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
    <input type="radio" name={group} checked={checked} onChange={onChoose} className="size-5" />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{name}</span>
      <span className="block text-muted text-sm">{hint}</span>
    </span>
    {!isConfigured && <Badge tone="warning">Not configured</Badge>}
  </label>
)
