import { useMutation } from '@tanstack/react-query'
import { leaveFor } from '#features/orders/checkout/leave-for.ts'
import { ApiError } from '#platform/client/api-error.ts'
import { queryClient } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { toast } from '#ui/toast.ts'
import { membershipClient, type ShownPlan, type ShownSubscription } from './membership-client.ts'
import { readSubscriptionAnew, SUBSCRIPTION_KEY } from './use-subscription.ts'

/** What a person does with a subscription, with the sentences of customer-side.md section 8. */

/** Leads to the payment page; busy until the browser has left. */
export const useSubscribe = () =>
  useMutation({
    async mutationFn({ plan, amount, interval }: ShownPlan) {
      const json = { plan, amount, interval, paymentMethod: 'stripe' }
      const { url } = await call(membershipClient.subscriptions.$post({ json }))
      await leaveFor(url)
    },
    onError: error => toast.error(sentenceOf(error, 'Failed to create subscription. Please try again.')),
  })

/** Throws the sentence to show: the dialog that asked stays open and shows it. */
export async function cancelSubscription({ subscriptionId }: ShownSubscription): Promise<void> {
  try {
    const { subscription, message } = await call(
      membershipClient.subscriptions.cancel.$post({ json: { subscriptionId } }),
    )
    await show(subscription, message)
  } catch (error) {
    throw new Error(sentenceOf(error, 'Failed to cancel subscription'))
  }
}

export const useResume = () =>
  useMutation({
    mutationFn: ({ subscriptionId }: ShownSubscription) =>
      call(membershipClient.subscriptions.resume.$post({ json: { subscriptionId } })),
    onSuccess: ({ subscription, message }) => show(subscription, message),
    onError: error => toast.error(sentenceOf(error, 'Failed to resume subscription. Please try again.')),
  })

export const useRefresh = () =>
  useMutation({
    mutationFn: () => call(membershipClient.subscriptions.refresh.$post()),
    async onSuccess({ found, message }) {
      await readSubscriptionAnew()
      if (found) toast.success(message)
      else toast.info(message)
    },
    onError: error => toast.error(sentenceOf(error, 'Failed to refresh subscription data. Please try again.')),
  })

async function show(subscription: ShownSubscription, message: string): Promise<void> {
  queryClient.setQueryData(SUBSCRIPTION_KEY, subscription)
  toast.success(message)
  await readSubscriptionAnew()
}

/** A refusal says why; for everything else the specification has a sentence. */
const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : otherwise
