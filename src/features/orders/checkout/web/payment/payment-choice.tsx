import { useId } from 'react'
import type { ShownMethods } from '../../../order/web/orders-client.ts'
import { cardName, expiryOf, type ShownCard } from '../../../payment/saved-cards/web/saved-cards.ts'
import { Choice, Choices } from '../choice.tsx'
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
    <Choices legend="Payment method">
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
    </Choices>
  )
}
