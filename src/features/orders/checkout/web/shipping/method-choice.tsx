import { useId } from 'react'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import type { ShownQuote } from '../../../order/web/orders-client.ts'
import { Choice, Choices } from '../choice.tsx'
import { FormPart } from '../form-part.tsx'
import { chosenMethod, useChosenMethod } from './chosen-method.ts'

type Method = ShownQuote['shippingMethods'][number]

/** The methods that can send the order, with price and days. One alone is no choice. */
export function MethodChoice({ quote }: { quote: ShownQuote | undefined }) {
  const group = useId()
  const methods = methodsIn(quote)
  const chosenId = useChosenMethod()
  // A press is shown at once; the next quote has its price, and says so where the chosen method cannot send the order.
  const checkedId = methods.some(({ id }) => id === chosenId) ? chosenId : quote?.shippingMethodId
  if (methods.length < 2) return null
  return (
    <FormPart title="Shipping method">
      <Choices legend="Shipping method">
        {methods.map(method => (
          <Choice
            key={method.id}
            group={group}
            name={method.name}
            hint={hintOf(method)}
            checked={method.id === checkedId}
            onChoose={() => chosenMethod.choose(method.id)}
          />
        ))}
      </Choices>
    </FormPart>
  )
}

/** A quote of the last release names none. */
const methodsIn = (quote: Partial<ShownQuote> | undefined): readonly Method[] => quote?.shippingMethods ?? []

/** What a payment names: the method of the quote, where there is a choice. */
export const methodInRequest = (quote: ShownQuote | undefined) =>
  methodsIn(quote).length > 1 && quote?.shippingMethodId ? { shippingMethodId: quote.shippingMethodId } : {}

function hintOf({ amount, daysFrom, daysTo }: Method): string {
  const price = amount === 0 ? 'Free' : formatMoney(toCents(amount))
  if (daysFrom === null) return price
  const days = daysFrom === daysTo ? `${daysTo}` : `${daysFrom} to ${daysTo}`
  return `${price}, arrives in ${days} business ${daysTo === 1 ? 'day' : 'days'}`
}
