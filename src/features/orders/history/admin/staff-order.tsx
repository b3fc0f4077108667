import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useRef } from 'react'
import type { To } from 'react-router'
import { OpenProposals } from '#features/proposals/admin/open-proposals.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { AddNote } from '#ui/editing/add-note.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { StaffAddress } from '../../order/address/admin/staff-address.tsx'
import { orderDone, orderUnsure, type StaffView, staffClient, staffOrderKey } from '../../order/admin/staff-client.ts'
import { AcceptedTexts } from '../../order/web/accepted-texts.tsx'
import { DisputeBadge, OrderBadge } from '../../order/web/order-badge.tsx'
import { OrderLines } from '../../order/web/order-lines.tsx'
import { ordersClient, type ShownOrder } from '../../order/web/orders-client.ts'
import { EarnedCredits, PriceParts } from '../../order/web/price-parts.tsx'
import { TrackingLink } from '../../order/web/tracking-link.tsx'
import { SaveReceiptButton } from '../../receipts/web/save-receipt-button.tsx'
import { REFUND_WORDS } from '../web/order-refunds.tsx'
import { OrderTimeLine } from '../web/order-time-line.tsx'
import { CancelAsked } from './cancel-asked.tsx'
import { usePaymentWords } from './payment-words.ts'
import { StaffActions } from './staff-actions.tsx'

/** Renders an order around its disputes. Disputes are a later feature than orders, so the app passes this component in. */
export type DisputesPart = ComponentType<{
  orderId: string
  reference: string
  isDisputed: boolean
  children: (disputes: ReactNode) => ReactNode
}>

type StaffOrderProps = { id: string /** Address of the list behind the order. */; back: To; Disputes: DisputesPart }

/** All details of one order, with the staff's actions. */
export function StaffOrder({ id, back, Disputes }: StaffOrderProps) {
  const query = useQuery({
    queryKey: staffOrderKey(id),
    queryFn: () => call(ordersClient.orders[':id'].$get({ param: { id } })),
  })
  return (
    <div className="flex flex-col gap-6">
      <ButtonLink to={back} variant="quiet" size="sm" icon="chevron-left" className="self-start">
        All orders
      </ButtonLink>
      <QueryBody query={query} failed="Failed to load the order" loading={<SkeletonText lines={14} className="py-4" />}>
        {order => order.staff && <Details order={order} staff={order.staff} Disputes={Disputes} />}
      </QueryBody>
    </div>
  )
}

function Details({ order, staff, Disputes }: { order: ShownOrder; staff: StaffView; Disputes: DisputesPart }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed link or button is gone. Keyboard users continue from the heading.
  const goOn = useCallback(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const isDisputed = staff.events.some(({ kind }) => kind === 'disputed')
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="w-fit text-2xl">
            {order.reference}
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-sm">
            <OrderBadge status={order.status} refunded={order.refunded} />
            <DisputeBadge dispute={order.dispute} />
            {formatMoment(new Date(order.date))}
          </p>
        </div>
        <StaffActions order={order} actions={staff.actions} onSettled={goOn} />
      </header>
      <CancelAsked at={order.cancelAskedAt} />
      {staff.ownOrder && <p className="text-muted text-sm">{staff.ownOrder}</p>}
      <Disputes orderId={order.id} reference={order.reference} isDisputed={isDisputed}>
        {disputes => (
          <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="flex min-w-0 flex-col gap-8">
              <OpenProposals subjectType="order" subjectId={order.id} />
              {disputes}
              <Happened order={order} staff={staff} />
            </div>
            <Facts order={order} staff={staff} />
          </div>
        )}
      </Disputes>
    </>
  )
}

function Happened({ order, staff }: { order: ShownOrder; staff: StaffView }) {
  return (
    <>
      <Part title="Items">
        <OrderLines lines={order.lines} />
      </Part>
      {staff.refunds.length > 0 && (
        <Part title="Refunds">
          <StaffRefunds refunds={staff.refunds} orderId={order.id} />
        </Part>
      )}
      <Part title="Time line">
        <OrderTimeLine events={staff.events} />
      </Part>
      <Part title="Add a note">
        <NoteForm orderId={order.id} />
      </Part>
    </>
  )
}

function Facts({ order, staff }: { order: ShownOrder; staff: StaffView }) {
  const { wordOf } = usePaymentWords()
  const taxed = [staff.taxState, staff.taxRate !== null && percentOf(staff.taxRate)]
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Part title="Price">
        <PriceParts
          price={order}
          per={order.interval ? `/ ${order.interval}` : undefined}
          refunded={order.refunded}
          codes={order.codes}
        />
        {taxed.some(Boolean) && <p className="mt-2 text-muted text-sm">Taxed: {taxed.filter(Boolean).join(', ')}</p>}
        <TaxOwed owed={staff.taxOwed} />
      </Part>
      <Part title="Buyer">
        <Buyer email={order.email} staff={staff} />
      </Part>
      {order.mode === 'payment' && (
        <Part title="Ship to">
          <StaffAddress order={order} staff={staff} />
          {order.shippingMethod && <p className="mt-2 text-sm">Method: {order.shippingMethod}</p>}
          {order.shipBy && order.shipTo && (
            <p className="mt-2 text-muted text-sm">Promised: leaves by {dayInWords(order.shipBy, 'weekday')}</p>
          )}
          {order.carrier && (
            <p className="mt-2">
              <TrackingLink carrier={order.carrier} trackingNumber={order.trackingNumber} url={order.trackingUrl} />
            </p>
          )}
        </Part>
      )}
      {Object.values(order.entries).some(amount => amount > 0) && (
        <Part title="Earns">
          <EarnedCredits entries={order.entries} />
        </Part>
      )}
      <Part title="Payment">
        <dl className="flex flex-col gap-2 text-sm">
          <Fact name="Method" value={wordOf(order.paymentMethod)} />
          <Fact name="State" value={order.paymentStatus.replace('_', ' ')} />
          <Fact name="Session" value={staff.sessionId} />
          <Fact name="Payment" value={staff.paymentIntentId} />
          <Fact name="Subscription" value={staff.subscriptionId} />
        </dl>
        {order.paymentStatus === 'paid' && (
          <div className="mt-4 flex flex-wrap gap-2">
            <ButtonLink to={`/orders/${order.id}/receipt`} variant="secondary" size="sm">
              Receipt
            </ButtonLink>
            <SaveReceiptButton id={order.id} reference={order.reference} size="sm" variant="quiet" />
          </div>
        )}
      </Part>
      {order.acceptedTexts.length > 0 && (
        <Part title="Accepted texts">
          <AcceptedTexts texts={order.acceptedTexts} />
        </Part>
      )}
    </div>
  )
}

const percentOf = (rate: number) => `${Number((rate * 100).toFixed(4))}%`

/** The tax by an address that came or changed after the payment. */
const TaxOwed = ({ owed }: { owed: StaffView['taxOwed'] }) =>
  owed && (
    <p className="text-muted text-sm">
      Sent to: {owed.state}, {percentOf(owed.rate)}
      {owed.borne > 0 && `. The shop pays ${formatMoney(toCents(owed.borne))} of tax itself`}
    </p>
  )

function Buyer({ email, staff: { buyer, userId } }: { email: string; staff: StaffView }) {
  const mayRead = useRight('people.read')
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      {mayRead ? <TextLink to={`/admin?tab=users&user=${userId}`}>{buyer.name}</TextLink> : <p>{buyer.name}</p>}
      <p>{email}</p>
      {buyer.phone && (
        <a href={`tel:${buyer.phone}`} className="underline decoration-1 underline-offset-3">
          {buyer.phone}
        </a>
      )}
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string | null }) =>
  value && (
    <div className="flex gap-4">
      <dt className="w-24 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 break-all">{value}</dd>
    </div>
  )

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h4 className="label mb-4 border-line border-b pb-2 text-muted">{title}</h4>
    {children}
  </section>
)

/** Adds an internal note to the order's time line. The buyer never sees notes. */
const NoteForm = ({ orderId }: { orderId: string }) => (
  <AddNote
    maxLength={2000}
    add={async note => {
      const added = staffClient().admin.orders[':id'].notes.$post({ param: { id: orderId }, json: { note } })
      await orderDone(await call(added))
    }}
  />
)

type StaffRefund = StaffView['refunds'][number]

const SPENT: Record<StaffRefund['spentCredits'], string> = {
  balance: 'credits: what was left of the balance',
  entries: 'credits: balance, then open entries',
  keep: 'credits kept',
}

/** The refunds of an order for staff: who requested each, the reason, and the provider's status. */
function StaffRefunds({ refunds, orderId }: { refunds: readonly StaffRefund[]; orderId: string }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {refunds.map(refund => (
        <li key={refund.id} className="flex flex-col gap-1 py-4 text-sm first:pt-0">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="figure font-semibold text-lg">{formatMoney(toCents(refund.amount))}</span>
            <Badge tone={REFUND_WORDS[refund.status].tone}>{REFUND_WORDS[refund.status].word}</Badge>
            <span className="text-muted">{formatMoment(new Date(refund.date))}</span>
          </p>
          <p className="wrap-anywhere">{refund.reason}</p>
          {refund.lines.map(line => (
            <p key={line.position} className="wrap-anywhere">
              {line.quantity} × {line.name}, {formatMoney(toCents(line.amount))}
            </p>
          ))}
          <p className="text-muted wrap-anywhere">{factsOf(refund).join(' · ')}</p>
          {refund.canRetry && <Retry id={refund.id} orderId={orderId} />}
        </li>
      ))}
    </ul>
  )
}

function factsOf({ origin, actor, spentCredits, credits, attempt, providerId }: StaffRefund): string[] {
  const taken = TIERS.filter(tier => credits[tier] > 0).map(tier => `${credits[tier]} ${tier}`)
  return [
    origin === 'provider' ? 'made at the payment provider' : `by ${actor ?? 'staff'}`,
    SPENT[spentCredits],
    taken.length > 0 ? `taken back: ${taken.join(', ')}` : '',
    attempt > 1 ? `attempt ${attempt}` : '',
    providerId ?? '',
  ].filter(Boolean)
}

function Retry({ id, orderId }: { id: string; orderId: string }) {
  const retry = useMutation({
    mutationFn: () => call(staffClient().admin.refunds[':id'].retry.$post({ param: { id } })),
    async onSuccess(order) {
      await orderDone(order)
      toast.success('The provider is asked again')
    },
    onError: () => void orderUnsure(orderId),
  })
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button variant="secondary" size="sm" mutation={retry} busyText="Asking...">
        Try again
      </Button>
      <FormError>{retry.error?.message}</FormError>
    </div>
  )
}
