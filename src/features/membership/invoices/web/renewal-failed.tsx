import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { useBillingPortal, usePayNow } from '../../subscriptions/web/use-subscription-changes.ts'
import type { ShownSubscription } from '../../web/membership-client.ts'

/** Notice of a failed renewal: the consequences, the next try, and the two ways out. */
export function RenewalFailed({ subscription }: { subscription: ShownSubscription }) {
  const { failedPayment, hasPortal } = subscription
  const pay = usePayNow()
  const portal = useBillingPortal()
  return (
    <Notice kind="danger" title="Failed to process recurring billing" live>
      <p>
        {failedPayment
          ? `Your card was declined for ${formatMoney(toCents(failedPayment.amount))}`
          : 'Your card was declined'}
        , so your benefits are paused. They come back as soon as it is paid.
      </p>
      {failedPayment && <p className="mt-1">{nextTryWords(failedPayment)}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" busy={pay.isPending} busyText="Trying again..." onClick={() => pay.mutate(subscription)}>
          Try again now
        </Button>
        {hasPortal && (
          <Button
            variant="secondary"
            size="sm"
            busy={portal.isPending}
            busyText="Opening..."
            onClick={() => portal.mutate()}
          >
            Change card
          </Button>
        )}
      </div>
    </Notice>
  )
}

function nextTryWords({ nextTry, isLastTry }: NonNullable<ShownSubscription['failedPayment']>): string {
  if (!nextTry) return 'It will not be tried again by itself.'
  return `We try again on ${formatDay(nextTry)}.${isLastTry ? ' That is the last try; if it fails, your membership ends.' : ''}`
}
