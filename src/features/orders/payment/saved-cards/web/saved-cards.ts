import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { cardsClient, type ShownCard } from '../../../order/web/orders-client.ts'

/** The signed-in user's saved cards. */
export const useSavedCards = (enabled = true) =>
  useQuery({ queryKey: ['my', 'cards'], queryFn: () => call(cardsClient.my.cards.$get()), enabled })

/** "Visa ending in 4242". */
export const cardName = ({ brand, last4 }: ShownCard) => `${brand} ending in ${last4}`

/** "12/34". */
export const expiryOf = ({ expMonth, expYear }: ShownCard) =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`
