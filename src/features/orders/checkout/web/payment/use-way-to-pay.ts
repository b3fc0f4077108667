import { useState } from 'react'
import type { ShownQuote } from '../../../order/web/orders-client.ts'
import { type ShownCard, useSavedCards } from '../../../payment/saved-cards/web/saved-cards.ts'
import { usePaymentMethods } from '../../../payment/web/payment-methods.ts'

/** A saved card, or the id of a payment method. */
export type PaymentWay = { card: ShownCard; method?: undefined } | { card?: undefined; method: string }

/** The ways to pay a cart, and the chosen one: the newest saved card, or the first method. Memberships are paid on the page. */
export function useWayToPay(quote: ShownQuote | undefined) {
  const [chosen, choose] = useState<PaymentWay>()
  const methods = usePaymentMethods()
  const canUseCards = quote?.mode === 'payment' && quote.total > 0
  const saved = useSavedCards(canUseCards)
  const cards = canUseCards ? (saved.data?.cards ?? []).filter(card => !card.isExpired) : []
  const card = cards.find(({ id }) => id === chosen?.card?.id)
  const way: PaymentWay = card ? { card } : usualWay(chosen, cards, methods[0]!.id)
  return {
    way,
    choose,
    cards,
    methods,
    /** The choice must not change under the shopper's finger. Cards that cannot be read are not offered. */
    isWaiting: canUseCards && saved.isPending,
    refetch: saved.refetch,
  }
}

function usualWay(chosen: PaymentWay | undefined, [newest]: ShownCard[], method: string): PaymentWay {
  if (chosen?.method !== undefined) return { method: chosen.method || method }
  return newest ? { card: newest } : { method }
}

/** The part of the request that names the way. The first method has no id until the API answers. */
export function wayInRequest({ card, method }: PaymentWay): { cardId?: string; paymentMethod?: string } {
  if (card) return { cardId: card.id, paymentMethod: card.paymentMethod }
  return method ? { paymentMethod: method } : {}
}
