import type { ReactNode } from 'react'
import type { CreditsApi } from '#features/credits/api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'
import { useBenefitNews } from '../../benefits/web/use-benefit-news.ts'
import { membershipClient, type ShownInvoice } from '../../web/membership-client.ts'
import { SUBSCRIPTION_KEY, useSubscription } from '../../web/use-subscription.ts'
import { MembershipPanel } from './membership-panel.tsx'
import { UpgradePrompt } from './upgrade-prompt.tsx'
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
    <Button variant="quiet" size="sm" mutation={refresh} busyText="Refreshing...">
      Refresh
    </Button>
  )
}

function Membership({ children }: { children?: ReactNode }) {
  const { data: subscription, error, isFetching, refetch } = useSubscription()
  useBenefitNews(subscription)
  if (subscription === undefined) {
    if (!error) return <Skeleton className="h-72" />
    return <FailedState query={{ error, isFetching, refetch }} />
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
              {subscription.endedUnpaid && 'Its renewal could not be charged, and no further payment will be taken. '}
              You keep the credits it brought.
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

const history = clientOf<CreditsApi>().my.credits.history
/** One year of monthly benefits. */
const LINES = '12'

const month = atFirstCall(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' }))

/** In UTC, like the month itself: in the reader's zone 1 November could show as 31 October. */
const day = atFirstCall(
  () => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }),
)

/** Month of a benefit, from the end of its source id (UTC): "April 2026". */
const monthOf = (sourceId: string) => month().format(new Date(sourceId.slice(-7)))

/** All monthly benefits of the user, newest first. */
function BenefitHistory() {
  const list = useList({
    // Under `credits`, so that invalidating the credits refreshes this list too.
    queryKey: ['credits', 'benefits'],
    fetchPage: next => call(history.$get({ query: { type: 'benefit', limit: LINES, ...next } })),
    rowsOf: page => page.items,
  })
  return (
    <ListBody
      list={list}
      loading={<SkeletonText lines={4} className="py-4" />}
      empty={<p className="text-muted">The first one comes with your membership.</p>}
      nouns={['benefit', 'benefits']}
    >
      {lines => (
        <Table
          caption="Benefits received"
          captionHidden
          className="min-w-0! max-sm:[&_td]:px-2.5 max-sm:[&_th]:px-2.5"
          head={['Month', 'Came on', { name: 'Bronze credits', numeric: true }]}
        >
          {lines.map(({ id, date, sourceId, amount }) => (
            <tr key={id}>
              <Cell className="whitespace-nowrap">{monthOf(sourceId)}</Cell>
              <Cell className="whitespace-nowrap text-muted">{day().format(new Date(date))}</Cell>
              <Cell numeric className="font-semibold text-success">
                +{amount}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </ListBody>
  )
}

const WHAT: Record<ShownInvoice['reason'], string> = {
  first: 'First payment',
  renewal: 'Renewal',
  plan_change: 'Change of plan',
  other: 'Invoice',
}

/** All membership invoices of the user, newest first, each with a link to the provider's page. */
function InvoiceHistory() {
  const list = useList({
    // Under the subscription, so that invalidating the subscription refreshes this list too.
    queryKey: [...SUBSCRIPTION_KEY, 'invoices'],
    fetchPage: query => call(membershipClient.my.subscription.invoices.$get({ query })),
    rowsOf: page => page.items,
  })
  return (
    <ListBody
      list={list}
      loading={<SkeletonText lines={3} className="py-4" />}
      empty={<p className="text-muted">No payment is on record yet.</p>}
      nouns={['payment', 'payments']}
    >
      {invoices => (
        <Table
          caption="All payments"
          captionHidden
          className="min-w-0!"
          head={['Payment', { name: 'Amount', numeric: true }, { name: 'Invoice', numeric: true }]}
        >
          {invoices.map(invoice => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </Table>
      )}
    </ListBody>
  )
}

function InvoiceRow({ invoice }: { invoice: ShownInvoice }) {
  const { date, reason, plan, amount, refunded, url, status, periodStart, periodEnd } = invoice
  return (
    <tr>
      <Cell>
        <span className="font-semibold">{formatDay(date, 'short')}</span>
        <span className="block">
          {WHAT[reason]}, {plan}
        </span>
        <span className="block text-muted">
          {formatDay(periodStart, 'short')} to {formatDay(periodEnd, 'short')}
        </span>
      </Cell>
      <Cell numeric>
        <span className="block pb-1.5 font-semibold">{formatMoney(toCents(amount))}</span>
        <StateBadge status={status} />
        {refunded > 0 && <span className="block pt-1.5 text-muted">{formatMoney(toCents(refunded))} refunded</span>}
      </Cell>
      <Cell numeric>
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center whitespace-nowrap text-signal underline underline-offset-3 hover:decoration-2"
          >
            {status === 'open' ? 'Pay' : 'View'}
            <span className="sr-only"> the invoice of {formatDay(date)}, opens in a new tab</span>
          </a>
        ) : (
          <span className="text-muted">None</span>
        )}
      </Cell>
    </tr>
  )
}

function StateBadge({ status }: { status: ShownInvoice['status'] }) {
  if (status === 'paid') return <Badge tone="success">Paid</Badge>
  return status === 'open' ? <Badge tone="danger">Not paid</Badge> : <Badge>Written off</Badge>
}
