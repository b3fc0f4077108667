import { useId } from 'react'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import type { ShownQuote } from '../../../order/web/orders-client.ts'
import { Choice } from '../choice.tsx'
import { FormPart } from '../form-part.tsx'
import { chosenMethod } from './chosen-method.ts'

type Method = ShownQuote['shippingMethods'][number]

/** The methods that can send the order, with price and days. One alone is no choice. */
export function MethodChoice({ quote }: { quote: ShownQuote | undefined }) {
  const group = useId()
  const methods = methodsIn(quote)
  if (methods.length < 2) return null
  return (
    <FormPart title="Shipping method">
      <fieldset className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
        <legend className="sr-only">Shipping method</legend>
        {methods.map(method => (
          <Choice
            key={method.id}
            group={group}
            name={method.name}
            hint={hintOf(method)}
            checked={method.id === quote!.shippingMethodId}
            onChoose={() => chosenMethod.choose(method.id)}
          />
        ))}
      </fieldset>
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
