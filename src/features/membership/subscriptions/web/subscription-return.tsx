import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useVerification } from '#features/orders/checkout/web/age/use-verification.ts'
import { ordersClient } from '#features/orders/order/web/orders-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import type { PublicSettings } from '#kernel/settings.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { tellOfBenefit } from '../../benefits/web/use-benefit-news.ts'
import { membershipClient } from '../../web/membership-client.ts'
import { refetchSubscription } from '../../web/use-subscription.ts'

/**
 * Return from the payment page to the dashboard (`?status=success&session_id=…`). Verifies the payment, fetches the subscription
 * again and shows the subscription tab. The URL parameters only say which payment to verify.
 */
export function SubscriptionReturn() {
  const [params, setParams] = useSearchParams()
  const status = params.get('status')
  const sessionId = params.get('session_id')
  const orderId = params.get('order')

  /** Shows the subscription tab, and drops URL parameters that a reload must not repeat. */
  function leave(...forgotten: string[]) {
    const rest = new URLSearchParams(params)
    for (const name of forgotten) rest.delete(name)
    rest.set('tab', 'subscription')
    setParams(rest, { replace: true, preventScrollReset: true })
  }
  const end = () => leave('status', 'session_id', 'order')

  if (status === 'success' && sessionId) return <Verifying sessionId={sessionId} onDone={end} />
  if (status !== 'cancelled' && status !== 'failed') return null
  return (
    <Unpaid
      isDeclined={status === 'failed'}
      orderId={orderId}
      onNoted={() => leave('session_id', 'order')}
      onDismiss={end}
    />
  )
}

function Verifying({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const { verification, error, isFetching, refetch, isLong } = useVerification(sessionId)
  const { premium } = useSettings()
  const activation = useMutation({ mutationFn: () => begin(premium), onSuccess: onDone })
  const status = verification?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigates once, independent of later renderings.
  useEffect(() => {
    if (status === 'paid') activation.mutate()
    else if (status === 'cancelled' || status === 'failed') {
      toast.error('Payment failed. Please try again.')
      onDone()
    }
  }, [status])
  if (error) {
    return (
      <NotKnown
        title="Failed to refresh subscription data. Please try again."
        busy={isFetching}
        onRetry={() => void refetch()}
      >
        If you have paid, your membership begins automatically. {error.message}
      </NotKnown>
    )
  }
  if (isLong && status === 'pending') {
    return (
      <NotKnown title="Your payment is not confirmed yet" busy={isFetching} onRetry={() => void refetch()}>
        You may leave this page: your membership begins automatically as soon as the payment is confirmed.
      </NotKnown>
    )
  }
  if (activation.isError) {
    return (
      <NotKnown
        title="Failed to activate subscription. Please try again."
        busy={activation.isPending}
        onRetry={() => activation.mutate()}
      >
        Your payment has arrived and nothing more is charged. The membership also begins automatically within minutes.
      </NotKnown>
    )
  }
  return (
    <Banner>
      <Notice title="Checking your payment" live>
        <span className="inline-flex items-center gap-2">
          <Spinner /> One moment, please...
        </span>
      </Notice>
    </Banner>
  )
}

type NotKnownProps = { title: string; busy: boolean; onRetry: () => void; children: ReactNode }

function NotKnown({ title, busy, onRetry, children }: NotKnownProps) {
  return (
    <Banner>
      <Notice kind="warning" title={title} live>
        <p>{children}</p>
        <Button variant="secondary" size="sm" className="mt-3" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </Banner>
  )
}

/** A job begins the membership as well; asking begins it now. @throws when it has not begun yet. */
async function begin(premium: PublicSettings['premium']): Promise<void> {
  const { subscription } = await call(membershipClient.subscriptions.refresh.$post())
  if (!('id' in subscription) || !subscription.benefitsActive) throw new Error('The membership has not begun.')
  await refetchSubscription()
  toast.success('Subscription activated successfully!')
  const { monthlyCreditIssued, startDate } = subscription
  // A member who already had this month's benefit from an earlier membership gets none now.
  if (monthlyCreditIssued && monthlyCreditIssued >= startDate) tellOfBenefit(monthlyCreditIssued, premium)
}

type UnpaidProps = { isDeclined: boolean; orderId: string | null; onNoted: () => void; onDismiss: () => void }

/** Nothing was paid; the notice stays until dismissed. The payment page is closed so that it cannot be paid later by mistake. */
function Unpaid({ isDeclined, orderId, onNoted, onDismiss }: UnpaidProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, independent of later renderings.
  useEffect(() => {
    // An order that is already over needs no cancelling.
    if (orderId)
      void ordersClient.orders[':id'].cancel.$post({ param: { id: orderId }, json: {} }).catch(() => undefined)
    onNoted()
  }, [])
  return (
    <Banner>
      <Notice
        kind={isDeclined ? 'danger' : 'info'}
        title={isDeclined ? 'Payment failed. Please try again.' : 'The payment was cancelled'}
        live
      >
        <p>Nothing was charged.</p>
        <Button variant="secondary" size="sm" className="mt-3" onClick={onDismiss}>
          Dismiss
        </Button>
      </Notice>
    </Banner>
  )
}

const Banner = ({ children }: { children: ReactNode }) => <div className="mb-6">{children}</div>
