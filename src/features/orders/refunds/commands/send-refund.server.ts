import type { Context } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError, type Refund } from '#kernel/ports/payments.ts'
import { type KnownOrder, storedOrder } from '../../history/stored-order.server.ts'
import { paymentsOf } from '../../settlement/payments-of.server.ts'
import { refundOf, type StoredRefund } from '../queries/refunds.server.ts'
import { failRefund, keepAnswer } from './keep-answer.server.ts'

/**
 * Providers forget idempotency keys after 24 hours. From 20 hours on, an existing refund is searched for before the request is repeated.
 */
const KEY_LASTS_MS = 20 * 3600_000
const PAGES = 10

/**
 * Sends a decided refund to the payment provider. Refund id and attempt form the idempotency key, so a repeat after a timeout returns the
 * first result. A refund that the provider refuses becomes failed, for staff to check.
 * @throws PaymentError when the provider is unreachable; the job is retried.
 */
export async function sendRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await refundOf(ctx, refundId)
  if (refund?.status !== 'requested') return
  const order = (await storedOrder(ctx, refund.orderId))!
  try {
    await keepAnswer(ctx, refundId, await askFor(ctx, order, refund))
  } catch (error) {
    const isFinal = error instanceof PaymentError && ['declined', 'invalid', 'not_found'].includes(error.kind)
    if (!isFinal) throw error
    await failRefund(ctx, refund, error.message)
  }
}

async function askFor(ctx: Context, order: KnownOrder, refund: StoredRefund): Promise<Refund> {
  const paymentIntentId = await paymentOf(ctx, order)
  if (!paymentIntentId) throw new PaymentError('not_found', 'The payment of this order is not known.')
  const isOld = +ctx.now() - +refund.createdAt > KEY_LASTS_MS
  const provider = paymentsOf(ctx, order)
  const found = isOld && provider.isWhole ? await lookFor(ctx, provider, { paymentIntentId, refund }) : undefined
  const idempotencyKey = `${refund.id}:${refund.attempt}`
  return found ?? provider.refund({ paymentIntentId, amountCents: refund.parts.amount, idempotencyKey })
}

/** A refund of this payment and amount that the provider has and our books do not know. */
async function lookFor(
  ctx: Context,
  provider: PaymentProvider,
  { paymentIntentId, refund }: { paymentIntentId: string; refund: StoredRefund },
): Promise<Refund | undefined> {
  let after: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const { items, next } = await provider.listRefunds({ since: refund.createdAt, ...(after && { after }) })
    for (const item of items) {
      const fits = item.paymentIntentId === paymentIntentId && item.amountCents === refund.parts.amount
      if (fits && !['failed', 'canceled'].includes(item.status) && !(await isKnown(ctx, item.id))) return item
    }
    if (!next) return undefined
    after = next
  }
  return undefined
}

const isKnown = async (ctx: Context, providerId: string): Promise<boolean> =>
  (await ctx.db.selectFrom('refund').select('id').where('provider_id', '=', providerId).executeTakeFirst()) !==
  undefined

/** Stores the payment that began a membership, so that a refund of that payment is matched to its order. */
export async function notePayment(ctx: Context, orderId: string): Promise<void> {
  const order = await storedOrder(ctx, orderId)
  if (order) await paymentOf(ctx, order)
}

/**
 * The provider's payment of an order. For a membership this is the payment of the first invoice. The id is stored, so that later answers of
 * the provider are matched to this order.
 */
async function paymentOf(ctx: Context, order: KnownOrder): Promise<string | null> {
  if (order.paymentIntentId) return order.paymentIntentId
  const found = order.subscriptionId
    ? await firstPaymentOf(ctx, order.subscriptionId)
    : order.sessionId && (await paymentsOf(ctx, order).readCheckout(order.sessionId)).paymentIntentId
  if (!found) return null
  await ctx.db
    .updateTable('customer_order')
    .set({ payment_intent_id: found })
    .where('id', '=', order.id)
    .where('payment_intent_id', 'is', null)
    .execute()
  return found
}

async function firstPaymentOf(ctx: Context, subscriptionId: string): Promise<string | null> {
  let after: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const { items, next } = await ctx.payments.listInvoices({ subscriptionId, ...(after && { after }) })
    const first = items.find(({ reason }) => reason === 'first')
    if (first) return first.paymentIntentId
    if (!next) return null
    after = next
  }
  return null
}
