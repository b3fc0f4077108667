import type { ReactNode } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { BenefitHistory } from '../../benefits/web/benefit-history.tsx'
import { useBenefitNews } from '../../benefits/web/use-benefit-news.ts'
import { InvoiceHistory } from '../../invoices/web/invoice-history.tsx'
import { UpgradePrompt } from '../../web/upgrade-prompt.tsx'
import { MembershipPanel } from './membership-panel.tsx'
import { useSubscription } from './use-subscription.ts'
import { useRefresh } from './use-subscription-changes.ts'

/**
 * The subscription tab of the dashboard. A member sees plan, state and dates, with cancel and resume. Other users see the benefits
 * of Premium and the way to subscribe.
 * @param children switches for the member, which belong to later features.
 */
export function SubscriptionTab({ children }: { children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-10">
      <div>
        <SectionHeading action={<RefreshButton />}>Subscription</SectionHeading>
        <Membership>{children}</Membership>
      </div>
    </div>
  )
}

function RefreshButton() {
  const refresh = useRefresh()
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={refresh.isPending}
      busyText="Refreshing..."
      onClick={() => refresh.mutate()}
    >
      Refresh
    </Button>
  )
}

function Membership({ children }: { children?: ReactNode }) {
  const { data: subscription, error, isFetching, refetch } = useSubscription()
  useBenefitNews(subscription)
  if (subscription === undefined) {
    if (!error) return <Skeleton className="h-72" />
    return (
      <FailedState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </FailedState>
    )
  }
  const isRunning = subscription && (subscription.benefitsActive || subscription.status === 'past_due')
  return (
    <div className="flex flex-col gap-12">
      {isRunning ? (
        <MembershipPanel subscription={subscription}>{children}</MembershipPanel>
      ) : (
        <div className="flex flex-col gap-8">
          {subscription?.endDate && (
            <Notice title={`Your membership ended on ${formatDay(subscription.endDate)}`}>
              {subscription.endedUnpaid && 'Its renewal could not be charged. Nothing more will be. '}
              Credits that it brought are still yours.
            </Notice>
          )}
          <UpgradePrompt />
        </div>
      )}
      {subscription && (
        <section aria-labelledby="payment-history">
          <SectionHeading id="payment-history" level={3}>
            Payments
          </SectionHeading>
          <InvoiceHistory />
        </section>
      )}
      {subscription && (
        <section aria-labelledby="benefit-history">
          <SectionHeading id="benefit-history" level={3}>
            Monthly benefits
          </SectionHeading>
          <BenefitHistory />
        </section>
      )}
    </div>
  )
}
