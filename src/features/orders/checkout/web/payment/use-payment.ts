import { cart } from '#features/cart/cart.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { ordersClient, type ShownQuote } from '../../../history/web/orders-client.ts'
import { underAge } from '../age/age-confirmed.ts'
import { codes } from '../kept-codes.ts'
import { leaveFor } from '../leave-for.ts'
import { itemsOf, quotedLine, type useQuote } from '../use-quote.ts'
import { forgetPayment, paymentKey } from './open-payment.ts'

const FAILED = 'An error occurred during checkout.'

type Choice = { smsConsent: boolean; pushConsent: boolean /** Missing for the first method. */; paymentMethod?: string }
type Quoted = Pick<ReturnType<typeof useQuote>, 'quote' | 'replace' | 'refetch' | 'dropCode'>

/**
 * Opens the payment page. Only the first press counts while a request runs. The request carries the key of this cart's payment, so a repeat
 * after a connection failure or from another tab is still one order.
 */
export function usePayment({ quote, replace, refetch, dropCode }: Quoted) {
  const { minimumAge } = useSettings()
  const { busy, problem, setProblem, run } = useSubmit()

  async function open(choice: Choice) {
    const kept = codes.read()
    const json = {
      items: pricedItems(quote),
      ...choice,
      ...(kept.length > 0 && { codes: [...kept] }),
      ...(quote && { mpf: quote.fee, discount: quote.discount, total: quote.total }),
    }
    const headers = { 'Idempotency-Key': paymentKey(JSON.stringify(json)) }
    try {
      const { url } = await call(ordersClient.payments['checkout-session'].$post({ json }, { headers }))
      await leaveFor(url)
    } catch (error) {
      takeIn(error)
      throw error
    }
  }

  /** A refusal is final for its key, so the next press sends a new request. Prices and codes are updated from the refusal. */
  function takeIn(error: unknown) {
    if (!(error instanceof ApiError) || error.status === 0 || error.code === 'idempotency_running') return
    forgetPayment()
    if (error.code === 'price_changed') replace(error.details.quote as ShownQuote)
    else if (error.code === 'code_changed') void refetch()
    else if (error.code.startsWith('code_')) dropCode(error.details.promo, error.message)
  }

  return {
    busy,
    problem,
    start: (choice: Choice) => run(() => open(choice), FAILED),
    refuseAge: () => setProblem(underAge(minimumAge)),
  }
}

/** The request contains the displayed prices, so that the server can detect a difference. */
function pricedItems(quote: ShownQuote | undefined) {
  return itemsOf(cart.read()).map(item => {
    const line = quote && quotedLine(quote, { id: item.productId, variantId: item.variantId })
    return line ? { ...item, price: line.salesPrice ?? line.price, tier: line.tier } : item
  })
}
