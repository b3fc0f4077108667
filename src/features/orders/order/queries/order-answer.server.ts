import { findProfile, readNames } from '#features/identity/user/queries.server.ts'
import { BOUGHT_KINDS } from '#features/legal/rules.ts'
import { actorOf, requireOwnOr } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import { trackingUrlOf } from '#kernel/shipping/parcels/carriers.ts'
import { toDollars } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import type { StoredDetail } from '../commands/order-events.server.ts'
import { ORDER_ERRORS, type Order, referenceOf } from '../contract.ts'
import { lineName } from '../line-name.ts'
import { entriesOf } from '../money/prices.ts'
import { lineShown, priceShown, refundPartsShown } from '../money/shown.ts'
import { listRefunds, type StoredRefund } from '../money/stored-refunds.server.ts'
import { actionsOf, canCancelOwn, canChangeAddress, canRetry, isCancelAsked } from '../order-actions.ts'
import { ON_HOLD, type OrderEvent, type Shown, shownState } from '../standing.ts'
import { type KnownOrder, readKnownOrder } from '../stored-order.server.ts'
import { isOwnOrder } from './others-order.server.ts'

type StoredEvent = {
  kind: OrderEvent
  at: Date
  note: string | null
  actor_id: string | null
  detail: StoredDetail
}

/** Time line events for staff only: internal work and doubts. */
const FOR_STAFF: ReadonlySet<string> = new Set([ON_HOLD, 'unpacked', 'refund_failed', 'note'])

/** The buyer sees an order held for checking as pending. */
const shownTo = <T extends string>(forStaff: boolean, status: T): Shown<T> =>
  !forStaff && status === ON_HOLD ? ('pending' as Shown<T>) : shownState(status)

/** The fields of an order in every list. */
export const headOf = (order: KnownOrder, forStaff = false) => ({
  id: order.id,
  reference: referenceOf(order),
  status: shownTo(forStaff, order.standing),
  paymentStatus: shownTo(forStaff, order.status),
  fulfilment: order.fulfilment,
  date: order.createdAt.toISOString(),
  total: toDollars(order.price.total),
  refunded: toDollars(order.refundedCents),
  dispute: order.disputeBlock,
})

/** The versions of the legal texts that the buyer accepted. */
export const acceptedIn = ({ acceptedTexts }: KnownOrder): Order['acceptedTexts'] =>
  BOUGHT_KINDS.flatMap(kind => {
    const version = acceptedTexts[kind]
    return version === null ? [] : [{ kind, version }]
  })

/** An order in the API's form. @param forStaff adds notes, reasons, actors and payment ids. */
export async function readOrderAnswer(ctx: Context, order: KnownOrder, forStaff: boolean): Promise<Order> {
  const [events, refunds] = await Promise.all([eventsOf(ctx, order.id), listRefunds(ctx, order.id)])
  return {
    ...headOf(order, forStaff),
    ...priceShown(order.price),
    mode: order.mode,
    interval: order.interval,
    email: order.email,
    shipTo: order.shipTo,
    canChangeAddress: canChangeAddress(order, false),
    canCancel: canCancelOwn(order),
    cancelAskedAt: isCancelAsked(order) ? order.cancelAskedAt!.toISOString() : null,
    shipBy: order.shipBy,
    shippingMethod: order.shippingMethod,
    paymentMethod: order.paymentMethod,
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    trackingUrl: trackingUrlOf(order.carrier, order.trackingNumber),
    lines: order.lines.map(line => ({
      ...lineShown(line),
      position: line.position,
      sku: line.sku,
      backordered: line.backordered,
      refunded: line.refunded,
    })),
    entries: entriesOf(order.lines),
    refunds: refunds.map(refund => refundShown(order, refund)),
    codes: order.codes,
    acceptedTexts: acceptedIn(order),
    events: events.filter(event => !FOR_STAFF.has(event.kind)).map(eventShown),
    ...(forStaff && { staff: await staffPartOf(ctx, order, events, refunds) }),
  }
}

const eventsOf = async (ctx: Context, orderId: string): Promise<StoredEvent[]> =>
  (await ctx.db
    .selectFrom('order_event')
    .select(['kind', 'at', 'note', 'actor_id', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()) as StoredEvent[]

function eventShown({ kind, at, detail: { amountCents, ...detail } }: StoredEvent): Order['events'][number] {
  const trackingUrl = trackingUrlOf(detail.carrier ?? null, detail.trackingNumber ?? null)
  return {
    kind: shownState(kind),
    at: at.toISOString(),
    detail: {
      ...detail,
      ...(trackingUrl && { trackingUrl }),
      ...(amountCents !== undefined && { amount: toDollars(amountCents) }),
    },
  }
}

/** All tiers, with 0 as default. */
const tierCounts = (counts: Partial<Record<Tier, number>>) =>
  Object.fromEntries(TIERS.map(tier => [tier, counts[tier] ?? 0])) as Record<Tier, number>

const refundShown = (order: KnownOrder, refund: StoredRefund): Order['refunds'][number] => ({
  id: refund.id,
  date: refund.createdAt.toISOString(),
  amount: toDollars(refund.parts.amount),
  status: refund.status,
  credits: tierCounts(refund.creditsTaken),
  lines: refund.lines.map(({ position, quantity, netCents }) => {
    const line = order.lines.find(one => one.position === position)!
    return { position, name: lineName(line), quantity, amount: toDollars(netCents) }
  }),
})

const taxOwedOf = ({ taxOwedState: state, taxOwedRate: rate, taxBorneCents }: KnownOrder) =>
  state !== null && rate !== null ? { state, rate, borne: toDollars(taxBorneCents) } : null

async function staffPartOf(
  ctx: Context,
  order: KnownOrder,
  events: StoredEvent[],
  refunds: StoredRefund[],
): Promise<NonNullable<Order['staff']>> {
  const actors = [...events.map(event => event.actor_id), ...refunds.map(refund => refund.actorId)]
  const [names, profile, isOwn] = await Promise.all([
    readNames(
      ctx,
      actors.filter(id => id !== null),
    ),
    findProfile(ctx, order.userId),
    isOwnOrder(ctx, order),
  ])
  const caller = { role: ctx.actor?.role ?? null, isOwn }
  const nameOf = (id: string | null) => (id && names.get(id)) ?? null
  return {
    userId: order.userId,
    taxState: order.taxState,
    taxRate: order.taxRate,
    taxOwed: taxOwedOf(order),
    buyer: { name: profile?.name ?? '', phone: profile?.phone ?? null },
    sessionId: order.sessionId,
    paymentIntentId: order.paymentIntentId,
    subscriptionId: order.subscriptionId,
    events: events.map(event => ({ ...eventShown(event), note: event.note, actor: nameOf(event.actor_id) })),
    refunds: refunds.map(refund => ({
      ...refundShown(order, refund),
      reason: refund.reason,
      actor: nameOf(refund.actorId),
      origin: refund.origin,
      providerId: refund.providerId,
      attempt: refund.attempt,
      canRetry: canRetry(order, refund.status, caller),
      spentCredits: refund.spentCredits,
      parts: refundPartsShown(refund.parts),
    })),
    actions: actionsOf(order, caller),
    ownOrder: isOwn ? ORDER_ERRORS.own_order.message : null,
  }
}

/**
 * One order with its time line, for its buyer, and with more details for staff.
 * @throws order_not_found; Unauthorized for another user's order.
 */
export async function readOrder(ctx: Context, id: string): Promise<Order> {
  const order = await readKnownOrder(ctx, id)
  await requireOwnOr(ctx, { ownerId: order.userId, right: 'orders.read', route: 'GET /api/orders/:id' })
  return readOrderAnswer(ctx, order, hasRight(actorOf(ctx).role, 'orders.read'))
}
