import { useQuery } from '@tanstack/react-query'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { membershipClient, type ShownSubscription } from './membership-client.ts'

export const SUBSCRIPTION_KEY = ['my', 'subscription']

/** The signed-in user's subscription; null without one. All screens share one query. */
export const useSubscription = () =>
  useQuery({
    queryKey: SUBSCRIPTION_KEY,
    async queryFn(): Promise<ShownSubscription | null> {
      const answer = await call(membershipClient.my.subscription.$get())
      return 'id' in answer ? answer : null
    },
  })

/** Fetches the subscription and its credits again, and refreshes the session because the ID token says whether the user is a member. */
export async function refetchSubscription(): Promise<void> {
  await session.refresh()
  await Promise.all([SUBSCRIPTION_KEY, ['credits']].map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
