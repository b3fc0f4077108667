import { useRef } from 'react'
import { cart } from '#features/cart/cart.ts'
import { useSubmit } from '#features/identity/use-submit.ts'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { newRequestKey, ordersClient, type ShownQuote } from '../orders-client.ts'
import { UNDER_AGE } from './age-confirmed.ts'
import { leaveFor } from './leave-for.ts'
import type { PaymentMethod } from './payment-choice.tsx'
import { itemsOf, quotedLine } from './use-quote.ts'

const FAILED = 'An error occurred during checkout.'

type Choice = { smsConsent: boolean; pushConsent: boolean; paymentMethod: PaymentMethod }

/**
 * Leads to the payment page. One press counts, whatever is pressed meanwhile; the request carries a key, so that one sent
 * again by a bad connection is still one order.
 */
export function usePayment({
  quote,
  replace,
}: {
  quote: ShownQuote | undefined
  replace: (quote: ShownQuote) => void
}) {
  const { busy, problem, setProblem, run } = useSubmit()
  const requestKey = useRef<string>(undefined)

  async function open(choice: Choice) {
    requestKey.current ??= newRequestKey()
    const json = { items: pricedItems(quote), ...choice, ...(quote && { mpf: quote.fee }) }
    const headers = { 'Idempotency-Key': requestKey.current }
    try {
      const { url } = await call(ordersClient.payments['checkout-session'].$post({ json }, { headers }))
      await leaveFor(url)
    } catch (error) {
      // An answer is final for its key; the next press is a new request.
      if (error instanceof ApiError && error.code === 'price_changed') replace(error.details.quote as ShownQuote)
      throw error
    } finally {
      requestKey.current = undefined
    }
  }

  return {
    busy,
    problem,
    start: (choice: Choice) => run(() => open(choice), FAILED),
    refuseAge: () => setProblem(UNDER_AGE),
  }
}

/** The prices that are on the screen go along, so that the server can tell when they are no longer its own. */
function pricedItems(quote: ShownQuote | undefined) {
  return itemsOf(cart.read()).map(item => {
    const line = quote && quotedLine(quote, { id: item.productId, variantId: item.variantId })
    return line ? { ...item, price: line.salesPrice ?? line.price, tier: line.tier } : item
  })
}
