import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { SavedCardsApi } from '../api.server.ts'

export const cardsClient = clientOf<SavedCardsApi>()

export type ShownCard = InferResponseType<typeof cardsClient.my.cards.$get>['cards'][number]

/** The signed-in user's saved cards. */
export const useSavedCards = (enabled = true) =>
  useQuery({ queryKey: ['my', 'cards'], queryFn: () => call(cardsClient.my.cards.$get()), enabled })

/** "Visa ending in 4242". */
export const cardName = ({ brand, last4 }: ShownCard) => `${brand} ending in ${last4}`

/** "12/34". */
export const expiryOf = ({ expMonth, expYear }: ShownCard) =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`
