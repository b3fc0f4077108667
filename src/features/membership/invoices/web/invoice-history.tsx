import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'
import { SUBSCRIPTION_KEY } from '../../subscriptions/web/use-subscription.ts'
import { membershipClient, type ShownInvoice } from '../../web/membership-client.ts'

const WHAT: Record<ShownInvoice['reason'], string> = {
  first: 'First payment',
  renewal: 'Renewal',
  plan_change: 'Change of plan',
  other: 'Invoice',
}

/** All membership invoices of the user, newest first, each with a link to the provider's page. */
export function InvoiceHistory() {
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
        <Table caption="All payments" captionHidden className="min-w-0!">
          <thead>
            <tr>
              <HeadCell>Payment</HeadCell>
              <HeadCell numeric>Amount</HeadCell>
              <HeadCell numeric>Invoice</HeadCell>
            </tr>
          </thead>
          <tbody>
            {invoices.map(invoice => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
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
