import { useMutation } from '@tanstack/react-query'
import { leaveFor } from '#features/orders/payment/web/leave-for.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import {
  membershipClient,
  type ShownPlan,
  type ShownPlanChange,
  type ShownSubscription,
} from '../../web/membership-client.ts'
import { refetchSubscription, SUBSCRIPTION_KEY } from '../../web/use-subscription.ts'

/** The user's actions on a subscription, with the sentences that the shop shows. */

const { subscriptions } = membershipClient

/** Redirects to the payment page; stays busy until the browser has left. */
export const useSubscribe = () =>
  useMutation({
    async mutationFn({ plan, amount, interval }: ShownPlan) {
      const json = { plan, amount, interval }
      const { url } = await call(subscriptions.$post({ json }))
      await leaveFor(url)
    },
    onError: error => toast.error(sentenceOf(error, 'Failed to create subscription. Please try again.')),
  })

/** Redirects to the provider's billing portal for card and invoices. */
export const useBillingPortal = () =>
  useMutation({
    async mutationFn() {
      const { url } = await call(subscriptions.portal.$post())
      await leaveFor(url)
    },
    onError: error => toast.error(sentenceOf(error, 'Failed to open the billing portal. Please try again.')),
  })

/** Throws the sentence to show: the confirmation dialog stays open and shows it. */
export async function cancelSubscription({ subscriptionId }: ShownSubscription, atPeriodEnd: boolean): Promise<void> {
  try {
    const { subscription, message } = await call(subscriptions.cancel.$post({ json: { subscriptionId, atPeriodEnd } }))
    await show(subscription, message)
  } catch (error) {
    throw new Error(sentenceOf(error, 'Failed to cancel subscription'))
  }
}

/** Changes the plan and charges the previewed amount. Throws the sentence to show, like `cancelSubscription`. */
export async function changePlan(
  { subscriptionId }: ShownSubscription,
  { plan, amount, preview }: Pick<ShownPlanChange, 'plan' | 'amount'> & { preview?: string },
): Promise<void> {
  try {
    const json = { plan, amount, ...(preview && { preview }) }
    const { subscription, message } = await call(subscriptions[':id'].$put({ param: { id: subscriptionId }, json }))
    await show(subscription, message)
  } catch (error) {
    // The bank's own reason says more than our sentence.
    const reason = error instanceof ApiError ? error.details.reason : undefined
    if (typeof reason === 'string') throw new Error(`${reason} Nothing was changed.`)
    throw new Error(sentenceOf(error, 'Failed to change your plan. Please try again.'))
  }
}

/** Drops a scheduled change of plan. */
export const useKeepPlan = () =>
  useMutation({
    mutationFn: (subscription: ShownSubscription) => changePlan(subscription, subscription),
    onError: error => toast.error(error.message),
  })

/** Retries a failed renewal now. */
export const usePayNow = () =>
  useMutation({
    mutationFn: ({ subscriptionId }: ShownSubscription) => call(subscriptions.pay.$post({ json: { subscriptionId } })),
    onSuccess: ({ subscription, message }) => show(subscription, message),
    async onError(error) {
      toast.error(sentenceOf(error, 'Failed to process recurring billing'))
      await refetchSubscription()
    },
  })

export const useResume = () =>
  useMutation({
    mutationFn: ({ subscriptionId }: ShownSubscription) =>
      call(subscriptions.resume.$post({ json: { subscriptionId } })),
    onSuccess: ({ subscription, message }) => show(subscription, message),
    onError: error => toast.error(sentenceOf(error, 'Failed to resume subscription. Please try again.')),
  })

export const useRefresh = () =>
  useMutation({
    mutationFn: () => call(subscriptions.refresh.$post()),
    async onSuccess({ found, message }) {
      await refetchSubscription()
      if (found) toast.success(message)
      else toast.info(message)
    },
    onError: error => toast.error(sentenceOf(error, 'Failed to refresh subscription data. Please try again.')),
  })

async function show(subscription: ShownSubscription, message: string): Promise<void> {
  queryClient.setQueryData(SUBSCRIPTION_KEY, subscription)
  toast.success(message)
  await refetchSubscription()
}

/** The server's sentence of a refusal; for every other error, the given fallback. */
const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : otherwise
