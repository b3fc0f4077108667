import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { CreditsApi } from './api.server.ts'
import type { CreditBalances } from './contract.ts'

/** The user's balances. All screens share one query, under the key `credits`. */
export const useCredits = () =>
  useQuery({ queryKey: ['credits'], queryFn: () => call(clientOf<CreditsApi>().credits.$get()) })

/** Available credits of one tier. */
export const creditsOf = (balances: Omit<CreditBalances, 'userId'>, tier: Tier): number =>
  balances[`${tier.toLowerCase() as Lowercase<Tier>}Credits`]
