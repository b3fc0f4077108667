import { sql } from 'kysely'
import type { z } from 'zod'
import { MEMBERSHIP_EVENT, PAYMENT_EVENT, READ_DISPUTE } from '#features/orders/order/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError, WebhookError } from '#kernel/ports/payments.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { QUICK_SIGNATURE_CHARS } from '#platform/costly/costly-work.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { freeOwnMemory } from '#platform/http/own-memory.server.ts'
import { ORDER_ERRORS, referenceOf } from '../../order/contract.ts'
import { ON_HOLD, type PaymentStatus } from '../../order/standing.ts'
import { findStoredOrder } from '../../order/stored-order.server.ts'
import { takeUpLostOrders } from '../../payment/commands/lost-orders.server.ts'
import { noteSession } from '../../payment/commands/open-payment.server.ts'
import { settle, settleOrder } from '../../payment/commands/settle.server.ts'
import type { Verification } from '../../payment/contract.ts'
import { readOrderOfSession, readSession } from '../../payment/queries/session.server.ts'
import { readProviderRefund } from '../../refunds/commands/adopt-refund.server.ts'

const refuse = refusals(ORDER_ERRORS)

const WAITED_MS = 60_000
const BATCH = 200

/** Types that need work. Other events are stored only. */
const HANDLED = /^(checkout\.session|refund|customer\.subscription|invoice|charge\.dispute)\./

/** The body is raw, because the signature covers its exact bytes. */
type Webhook = { readBody: () => AsyncIterable<Uint8Array>; headerOf: (name: string) => string | undefined }

/**
 * Stores a webhook of a provider in the inbox, once, and enqueues a job for it. The content is not trusted. A webhook about a payment that is already
 * settled needs no work.
 * @throws not_found for an unknown provider; webhook_refused when it is forged, stale or unreadable.
 */
export async function receivePaymentEvent(
  ctx: Context,
  providerId: string,
  { readBody, headerOf }: Webhook,
): Promise<void> {
  const provider = ctx.payments.providers.find(({ id }) => id === providerId)
  if (!provider) throw refuseAny('not_found')
  const signature = headerOf(provider.signatureHeader) ?? ''
  const body = await readSigned(ctx, provider, readBody, signature)
  const isQuick = body.length <= QUICK_SIGNATURE_CHARS
  const event = await runCostly(
    ctx,
    'signatures',
    async () => orRefused(ctx, () => provider.verifyWebhook(body, signature)),
    { isQuick },
  )
  const now = ctx.now()
  const { rows } = await sql<{ isHandled: boolean }>`
    insert into webhook_event (event_id, type, object_id, body, received_at, handled_at)
    values (${event.id}, ${event.type}, ${event.objectId}, ${body}, ${now},
      (select ${now}::timestamptz where ${!HANDLED.test(event.type)} or exists (
        select from customer_order where session_id = ${event.objectId} and status = 'paid')))
    on conflict (event_id) do nothing
    returning handled_at is not null as "isHandled"`.execute(ctx.db)
  // If the process dies between the two steps, the reconciler finds the waiting event.
  if (rows[0]?.isHandled === false) await enqueue(ctx, PAYMENT_EVENT, { eventId: event.id })
}

/** Handles events that have waited longer than their job needs, in case the job is missing. */
export async function handleWaitingEvents(ctx: Context): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('webhook_event')
    .select('event_id')
    .where('handled_at', 'is', null)
    .where('received_at', '<', new Date(+ctx.now() - WAITED_MS))
    .orderBy('received_at')
    .limit(BATCH)
    .execute()
  for (const { event_id } of waiting) {
    await handlePaymentEvent(ctx, event_id).catch(error =>
      ctx.log.warn({ err: error, eventId: event_id }, 'webhook not worked off, will be tried again'),
    )
  }
}

/** Reads a body and checks its signature piece by piece. No text is made of a forged one, which is up to 1 MiB long. */
async function readSigned(ctx: Context, provider: PaymentProvider, readBody: Webhook['readBody'], signature: string) {
  const check = orRefused(ctx, () => provider.beginSignature(signature))
  const pieces: Uint8Array[] = []
  for await (const piece of readBody()) {
    check.add(piece)
    pieces.push(piece)
  }
  // The only piece of a body is the request's own.
  const free = () => pieces.length > 1 && pieces.forEach(freeOwnMemory)
  if (!check.isRight()) {
    free()
    throw refusedBy(ctx, 'signature')
  }
  const body = Buffer.concat(pieces)
  free()
  return new TextDecoder().decode(body)
}

function orRefused<Result>(ctx: Context, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw error instanceof WebhookError ? refusedBy(ctx, error.reason) : error
  }
}

function refusedBy(ctx: Context, reason: WebhookError['reason']) {
  ctx.log.warn({ reason, ip: ctx.ip }, 'webhook refused')
  return refuse('webhook_refused')
}

/** Handles one event of the inbox: reads the named object from the provider. */
export async function handlePaymentEvent(ctx: Context, eventId: string): Promise<void> {
  const event = await ctx.db
    .selectFrom('webhook_event as e')
    .leftJoin('customer_order as o', 'o.session_id', 'e.object_id')
    .select(['e.type', 'e.object_id as objectId', 'e.handled_at as handledAt', 'o.id as orderId', 'o.status'])
    .where('e.event_id', '=', eventId)
    .executeTakeFirst()
  if (!event || event.handledAt) return
  if (event.type.startsWith('checkout.session.') && event.status !== 'paid') {
    if (event.orderId) await settle(ctx, event.orderId)
    else await settleSession(ctx, event.objectId)
  }
  const isOrdersRefund = event.type.startsWith('refund.') && (await readProviderRefund(ctx, event.objectId))
  // Renewals are not orders. Memberships, a later feature, handle them.
  if (/^(customer\.subscription|invoice|refund)\./.test(event.type) && !isOrdersRefund) {
    await enqueue(ctx, MEMBERSHIP_EVENT, { type: event.type, objectId: event.objectId })
  }
  if (event.type.startsWith('charge.dispute.')) {
    await enqueue(ctx, READ_DISPUTE, { providerId: event.objectId })
  }
  await ctx.db.updateTable('webhook_event').set({ handled_at: ctx.now() }).where('event_id', '=', eventId).execute()
}

/**
 * Settles the order that a session names, including an order without a stored session.
 * @returns the order's status afterwards; undefined when the session names none of our orders.
 * @throws PaymentError, `not_found` for a session that the provider does not know.
 */
export async function settleSession(ctx: Context, sessionId: string): Promise<PaymentStatus | undefined> {
  const orderId = await orderNamedBy(ctx, sessionId)
  return orderId === null ? undefined : settle(ctx, orderId)
}

/**
 * Finds the order that an unknown session names, and stores the session. The session is unknown when the process died before storing it.
 * @returns null when the session names none of our orders.
 */
async function orderNamedBy(ctx: Context, sessionId: string): Promise<string | null> {
  const checkout = await readSession(ctx, sessionId)
  const { orderId } = checkout
  if (!orderId || !(await findStoredOrder(ctx, orderId))) {
    await takeUpLostOrders(ctx, [checkout])
    return null
  }
  const { isNoted } = await noteSession(ctx, orderId, sessionId)
  if (!isNoted) {
    ctx.log.error({ orderId, sessionId }, 'a second payment session names this order')
  }
  return orderId
}

/** Statuses for the result screen. An order held for checking shows as pending because its payment arrived. */
const SHOWN: Record<PaymentStatus, z.infer<typeof Verification>['status']> = {
  pending: 'pending',
  [ON_HOLD]: 'pending',
  paid: 'paid',
  expired: 'cancelled',
  cancelled: 'cancelled',
  failed: 'failed',
}

/**
 * Settles a paid session when the shopper returns from the payment page, and returns the payment's status.
 * @throws order_not_found; Unauthorized for another user's session.
 */
export async function verifySession(ctx: Context, sessionId: string): Promise<z.infer<typeof Verification>> {
  const order = await readOrderOfSession(ctx, sessionId)
  const status = await settleOrder(ctx, order).catch(error => {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'provider not reached, the payment stays pending')
    return 'pending' as const
  })
  return { status: SHOWN[status], orderId: order.id, reference: referenceOf(order) }
}
