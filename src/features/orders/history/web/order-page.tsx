import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { RequireUser } from '#features/identity/sign-in/web/require-user.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ParcelProgress } from '../../fulfilment/web/parcel-progress.tsx'
import { OwnAddress, useOwnAddress, WaitsForAddress } from '../../order/address/web/own-address.tsx'
import { AcceptedTexts } from '../../order/web/accepted-texts.tsx'
import { OrderBadge } from '../../order/web/order-badge.tsx'
import { OrderLines } from '../../order/web/order-lines.tsx'
import { ordersClient, type ShownOrder } from '../../order/web/orders-client.ts'
import { EarnedCredits, PriceParts } from '../../order/web/price-parts.tsx'
import { leaveFor } from '../../payment/web/leave-for.ts'
import { SaveReceiptButton } from '../../receipts/web/save-receipt-button.tsx'
import { CancelPaidOrder, WaitsForStaff } from './cancel-paid-order.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderTimeLine } from './order-time-line.tsx'

export const meta: MetaFunction = ({ matches, params }) =>
  pageMeta(
    { title: 'Order', description: 'One of your orders.', path: `/orders/${params.orderId}`, noindex: true },
    matches,
  )

/** `/orders/{orderId}`: lines, price, credits, parcel and time line of an order. Changes made elsewhere appear without a reload. */
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
  const query = useQuery({
    queryKey: ['orders', id],
    queryFn: () => call(ordersClient.orders[':id'].$get({ param: { id } })),
  })
  return (
    <div className={query.data ? undefined : 'py-16'}>
      <QueryBody query={query} loading={<SkeletonText lines={8} />}>
        {order => <OrderDetails order={order} />}
      </QueryBody>
    </div>
  )
}

function OrderDetails({ order }: { order: ShownOrder }) {
  const isPaid = order.paymentStatus === 'paid'
  const address = useOwnAddress(order)
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
            <OrderBadge status={order.status} refunded={order.refunded} />
            {formatMoment(new Date(order.date))}
          </span>
        }
        actions={isPaid && <PaidActions order={order} />}
      >
        {order.reference}
      </PageTitle>
      {order.status === 'pending' && <PendingOrder order={order} />}
      <DisputedNotice order={order} />
      <WaitsForStaff order={order} />
      <WaitsForAddress order={order} onChange={address.open} />
      {address.dialog}
      <ParcelProgress order={order} />
      <div className="grid items-start gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <section aria-labelledby="items">
          <SectionHeading id="items">Items</SectionHeading>
          <OrderLines lines={order.lines} isReviewable={order.fulfilment === 'delivered'} />
        </section>
        <OrderFacts order={order} onChangeAddress={address.open} />
        <Part id="time-line" title="Time line">
          <OrderTimeLine events={order.events} />
        </Part>
      </div>
    </>
  )
}

const PaidActions = ({ order }: { order: ShownOrder }) => (
  <div className="flex flex-wrap gap-3 print:hidden">
    <ButtonLink to={`/orders/${order.id}/receipt`} variant="secondary">
      Receipt
    </ButtonLink>
    <SaveReceiptButton id={order.id} reference={order.reference} variant="quiet" />
    <CancelPaidOrder order={order} />
  </div>
)

function OrderFacts({ order, onChangeAddress }: { order: ShownOrder; onChangeAddress: () => void }) {
  const hasEarned = order.paymentStatus === 'paid' && Object.values(order.entries).some(amount => amount > 0)
  return (
    <aside className="flex min-w-0 flex-col gap-10 lg:row-span-2">
      <Part id="price" title="Price">
        <PriceParts
          price={order}
          per={order.interval ? `/ ${order.interval}` : undefined}
          refunded={order.refunded}
          codes={order.codes}
        />
      </Part>
      {order.refunds.length > 0 && (
        <Part id="refunds" title={order.refunds.length === 1 ? 'Refund' : 'Refunds'}>
          <OrderRefunds refunds={order.refunds} />
        </Part>
      )}
      {hasEarned && (
        <Part id="credits" title="Credits earned">
          <EarnedCredits entries={order.entries} />
        </Part>
      )}
      {order.mode === 'payment' && (
        <Part id="shipping" title="Shipping">
          <OwnAddress order={order} onChange={onChangeAddress} />
          {order.shippingMethod && <p className="mt-2 text-muted text-sm">Sent by {order.shippingMethod}</p>}
        </Part>
      )}
      {order.acceptedTexts.length > 0 && (
        <Part id="accepted-texts" title="Terms of this order">
          <AcceptedTexts texts={order.acceptedTexts} />
        </Part>
      )}
      <Part id="help" title="Help">
        <p>
          Is something wrong?{' '}
          <TextLink to="#support" preventScrollReset>
            Write to us
          </TextLink>{' '}
          and mention {order.reference}.
        </p>
      </Part>
    </aside>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className={id === 'help' ? 'print:hidden' : undefined}>
    <SectionHeading id={id}>{title}</SectionHeading>
    {children}
  </section>
)

const refetchOrders = () => invalidate(['orders'])

/** Actions for a pending order: pay while the payment page is open, or cancel. */
function PendingOrder({ order: { id, reference } }: { order: ShownOrder }) {
  const [asking, setAsking] = useState(false)
  const param = { id }
  const pay = useMutation({
    async mutationFn() {
      const { url } = await call(ordersClient.orders[':id'].pay.$post({ param }))
      await leaveFor(url)
    },
    // The order may have been paid or have expired since this page loaded.
    onError: refetchOrders,
  })
  async function cancel() {
    await call(ordersClient.orders[':id'].cancel.$post({ param, json: {} }))
    await refetchOrders()
    setAsking(false)
    toast.success(`Order ${reference} was cancelled`)
  }
  return (
    <div className="mb-10 flex flex-col gap-3 print:hidden">
      <Notice kind="warning" title={`Finish paying for ${reference}`}>
        Its items are kept for you while the payment page is open, for about half an hour.
      </Notice>
      <FormError>{pay.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button mutation={pay} busyText="Opening...">
          Pay now
        </Button>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel order ${reference}?`}
        description="Nothing was charged. The payment page closes, and the items can be bought by others."
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        busyLabel="Cancelling..."
        danger
        onConfirm={cancel}
      />
    </div>
  )
}

/** Tells the buyer about a dispute in calm words, because the buyer or their bank may have opened it. */
function DisputedNotice({ order: { dispute } }: { order: ShownOrder }) {
  if (dispute === null) return null
  return (
    <div className="mb-10 print:hidden">
      {dispute === 'open' ? (
        <Notice title="The payment of this order is disputed">
          <p>
            Your bank told us that this payment is disputed. Until the bank decides, the order is not sent, its unspent
            credits are blocked, and your newest undrawn entries are flagged in place of credits that you already spent.
            If the payment stands, everything continues as before.
          </p>
          <p className="mt-2">
            Was this a mistake? Ask your bank to withdraw the dispute, or <TextLink to="/support">write to us</TextLink>
            . The <TextLink to="/legal#sweepstakes">sweepstakes rules</TextLink> say what happens to entries.
          </p>
        </Notice>
      ) : (
        <Notice title="The bank returned this payment">
          <p>
            The bank decided the dispute and returned the payment. The credits that the order earned were taken back,
            and entries in giveaways that were not drawn yet were removed. Entries that were drawn already stay.
          </p>
        </Notice>
      )}
    </div>
  )
}
