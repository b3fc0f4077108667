import { cart } from '#features/cart/browser/cart.ts'
import type { BookAddress } from '#features/identity/address-book/contract.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { useSettings } from '#kernel/client/site.ts'
import { browserStorage, jsonIn } from '#kernel/client/storage/browser-storage.ts'
import { ordersClient, type ShownQuote } from '../../../order/web/orders-client.ts'
import { leaveFor } from '../../../payment/web/leave-for.ts'
import { underAge } from '../age/under-age.ts'
import { itemsOf } from '../ask-quote.ts'
import { codes, codesFor } from '../kept-codes.ts'
import { chosenAddress } from '../shipping/chosen-address.ts'
import { methodInRequest } from '../shipping/method-choice.tsx'
import { leftOutIn, quotedLine, type useQuote } from '../use-quote.ts'

const FAILED = 'An error occurred during checkout.'

type Choice = {
  smsConsent: boolean
  pushConsent: boolean /** Missing for the first method. */
  paymentMethod?: string
  cardId?: string
  /** The versions of the legal texts that the page names. */
  accepts?: { terms?: number; privacy?: number }
}
type Quoted = Pick<ReturnType<typeof useQuote>, 'quote' | 'replace' | 'refetch' | 'dropCode'> & {
  /** Hears each refusal. */
  onRefused?: (error: unknown) => void
}

/**
 * Opens the payment page. Only the first press counts while a request runs. The request carries the key of this cart's payment, so a repeat
 * after a connection failure or from another tab is still one order.
 * @param shipTo the address of the order: the order of an earlier key would be sent to the earlier one.
 */
export function usePayment({ quote, replace, refetch, dropCode, onRefused }: Quoted, shipTo: BookAddress | undefined) {
  const { minimumAge } = useSettings()
  const { busy, problem, setProblem, run } = useSubmit()

  async function open(choice: Choice, isAgain = false): Promise<void> {
    const kept = codesFor(cart.get(), codes.get())
    const addressId = chosenAddress.get()
    const json = {
      items: pricedItems(quote),
      ...(addressId && { addressId }),
      ...methodInRequest(quote),
      ...choice,
      ...(kept.length > 0 && { codes: [...kept] }),
      ...(quote && { mpf: quote.fee, discount: quote.discount, total: quote.total }),
    }
    const key = paymentKey(JSON.stringify([json, shipTo]))
    const headers = { 'Idempotency-Key': key }
    try {
      const answer = await ordersClient.payments['checkout-session'].$post({ json }, { headers })
      const { id, url } = await call(Promise.resolve(answer))
      const isRepeated = answer.headers.has('idempotency-replayed')
      if (isAgain || !isRepeated || !(await isClosed(id))) return await leaveFor(url)
      forgetKey(key)
    } catch (error) {
      takeIn(error, key)
      throw error
    }
    return open(choice, true)
  }

  /**
   * A refusal is final, so the next press sends a new request. Any other error does not say whether the card was charged, and the next press
   * asks about the same order. Prices and codes are updated from the refusal.
   */
  function takeIn(error: unknown, key: string) {
    if (!(error instanceof ApiError) || !isRefusal(error)) return
    forgetKey(key)
    onRefused?.(error)
    if (error.details.quote) replace(error.details.quote as ShownQuote)
    else if (error.code === 'address_not_found') chosenAddress.choose(undefined)
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

/**
 * Reads the order of a repeated answer: its shopper, another device or the provider may have closed it since the first answer. While its
 * state is unknown, the first page stays valid, so that one cart has one order.
 */
async function isClosed(sessionId: string): Promise<boolean> {
  const query = { session_id: sessionId }
  const known = await call(ordersClient.payments['verify-session'].$get({ query })).catch(() => undefined)
  return known?.status === 'cancelled' || known?.status === 'failed'
}

const UNDECIDED = new Set(['idempotency_running', 'idempotency_committed'])
/** 401 and 429 come before the order of an earlier request is looked up. */
const isRefusal = ({ status, code }: ApiError) =>
  status >= 400 && status < 500 && status !== 401 && status !== 429 && !UNDECIDED.has(code)

/** The request contains the displayed lines and prices, so that the server can detect a difference. */
function pricedItems(quote: ShownQuote | undefined) {
  const items = cart.get().filter(item => !quote || !leftOutIn(quote, item))
  return itemsOf(items).map(item => {
    const line = quote && quotedLine(quote, { id: item.productId, variantId: item.variantId })
    return line ? { ...item, price: line.salesPrice ?? line.price, tier: line.tier } : item
  })
}

/** Storage keys: the payment opened last in any tab of this browser, and the last order announced as paid. */
const OPEN = 'redoubt.checkout-payment'
const TOLD = 'redoubt.checkout-told'
/** A payment page closes after 31 minutes. After 25 minutes a new payment starts. */
const GOOD_MS = 25 * 60_000

type Opened = { key: string; cart: string; at: number }

/**
 * Idempotency key of a cart's payment. Every tab of this browser uses one key for equal cart, codes and choices. Two tabs, or a second try
 * after a declined card, therefore share one payment page and one order.
 */
function paymentKey(cart: string): string {
  const now = Date.now()
  const last = lastOpened()
  if (last?.cart === cart && now - last.at < GOOD_MS) return last.key
  const key = randomId()
  browserStorage.setItem(OPEN, JSON.stringify({ key, cart, at: now } satisfies Opened))
  return key
}

const lastOpened = () => jsonIn(browserStorage, OPEN) as Opened | null

/** Clears a refused or closed payment. The newer key of another tab stays. */
function forgetKey(key: string): void {
  if (lastOpened()?.key === key) browserStorage.removeItem(OPEN)
}

/** Clears the payment after it was paid or cancelled. @param told the order announced as paid. */
export function forgetPayment(told?: string): void {
  browserStorage.removeItem(OPEN)
  if (told) browserStorage.setItem(TOLD, told)
}

/** True when this order is the last one announced as paid in this browser. */
export const isTold = (orderId: string) => browserStorage.getItem(TOLD) === orderId
