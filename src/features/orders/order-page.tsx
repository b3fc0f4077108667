import { useQuery } from '@tanstack/react-query'
import { type MetaFunction, useParams } from 'react-router'
import { RequireUser } from '#features/identity/route-guard.tsx'
import { call } from '#platform/client/call.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/button.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { pageMeta } from '#ui/page-meta.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { SectionHeading } from '#ui/section-heading.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { AddressLines } from './address-lines.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderTimeLine } from './order-time-line.tsx'
import { ordersClient, type ShownOrder } from './orders-client.ts'
import { EarnedCredits, PriceParts } from './price-parts.tsx'

export const meta: MetaFunction = ({ matches, params }) =>
  pageMeta(
    { title: 'Order', description: 'One of your orders.', path: `/orders/${params.orderId}`, noindex: true },
    matches,
  )

const STATUSES: Record<ShownOrder['status'], { word: string; tone: BadgeTone }> = {
  pending: { word: 'Waiting for payment', tone: 'warning' },
  paid: { word: 'Paid', tone: 'success' },
  expired: { word: 'Not paid in time', tone: 'neutral' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  failed: { word: 'Not started', tone: 'danger' },
  review: { word: 'Payment under review', tone: 'warning' },
}

/** `/orders/{orderId}`: what was bought, what it cost and earned, and what happened to it. Prints as a receipt. */
export default function OrderPage() {
  return (
    <RequireUser>
      <div className="page-width pb-20">
        <OrderOf id={useParams().orderId ?? ''} />
      </div>
    </RequireUser>
  )
}

function OrderOf({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', id],
    queryFn: () => call(ordersClient.orders[':id'].$get({ param: { id } })),
  })
  if (error) {
    return (
      <div className="py-16">
        <FailedState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </FailedState>
      </div>
    )
  }
  if (!data) return <SkeletonText lines={8} className="py-16" />
  return <OrderDetails order={data} />
}

function OrderDetails({ order }: { order: ShownOrder }) {
  const { word, tone } = STATUSES[order.status]
  const isPaid = order.status === 'paid'
  return (
    <>
      <div className="pt-4 print:hidden">
        <Breadcrumbs
          crumbs={[{ label: 'Purchase History', to: '/dashboard?tab=purchases' }, { label: order.reference }]}
        />
      </div>
      <PageTitle
        eyebrow="Order"
        lead={
          <span className="flex flex-wrap items-center gap-3">
            <Badge tone={tone}>{word}</Badge>
            {formatMoment(new Date(order.date))}
          </span>
        }
        actions={
          <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        }
      >
        {order.reference}
      </PageTitle>
      <div className="grid items-start gap-x-12 gap-y-12 lg:grid-cols-[1fr_22rem]">
        <section aria-labelledby="items">
          <SectionHeading id="items">Items</SectionHeading>
          <OrderLines lines={order.lines} />
        </section>
        <aside className="flex flex-col gap-10">
          <section aria-labelledby="price">
            <SectionHeading id="price">Price</SectionHeading>
            <PriceParts price={order} per={order.interval ? `/ ${order.interval}` : undefined} />
          </section>
          {isPaid && Object.values(order.entries).some(amount => amount > 0) && (
            <section aria-labelledby="credits">
              <SectionHeading id="credits">Credits earned</SectionHeading>
              <EarnedCredits entries={order.entries} />
            </section>
          )}
          <section aria-labelledby="time-line">
            <SectionHeading id="time-line">Time line</SectionHeading>
            <OrderTimeLine events={order.events} />
          </section>
          {order.mode === 'payment' && (
            <section aria-labelledby="shipping">
              <SectionHeading id="shipping">Shipping</SectionHeading>
              {order.shipTo ? (
                <AddressLines address={order.shipTo} />
              ) : (
                <p className="text-muted">No shipping address was on file. Please contact us before we can ship.</p>
              )}
            </section>
          )}
        </aside>
      </div>
    </>
  )
}
