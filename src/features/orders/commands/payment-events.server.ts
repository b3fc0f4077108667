import type { Context } from '#adapters/context.ts'
import { within } from '#adapters/context.ts'
import { type PaymentEvent, WebhookError } from '#adapters/payments/port.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../contract.ts'
import { settle } from './settle.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * Puts a webhook into the inbox, once, with the job that works it off. Nothing of its content is believed.
 * @param body the raw body: the signature is over its very bytes.
 * @throws webhook_refused when it is forged, stale or unreadable.
 */
export async function receivePaymentEvent(ctx: Context, body: string, signature: string | undefined): Promise<void> {
  const event = verified(ctx, body, signature)
  await ctx.db.transaction().execute(async trx => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('webhook_event')
      .values({
        event_id: event.id,
        type: event.type,
        object_id: event.objectId,
        body,
        received_at: ctx.now(),
      })
      .onConflict(conflict => conflict.column('event_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) {
      await within(ctx, trx).jobs.enqueue(trx, 'payment-event', { eventId: event.id })
    }
  })
}

function verified(ctx: Context, body: string, signature: string | undefined): PaymentEvent {
  try {
    return ctx.payments.verifyWebhook(body, signature)
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    ctx.log.warn({ reason: error.reason, ip: ctx.ip }, 'webhook refused')
    throw refuse('webhook_refused')
  }
}

/** Works off one event of the inbox: it names an object, and that is read anew from the provider. */
export async function handlePaymentEvent(ctx: Context, eventId: string): Promise<void> {
  const event = await ctx.db
    .selectFrom('webhook_event')
    .select(['type', 'object_id', 'handled_at'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  if (!event || event.handled_at) return
  if (event.type.startsWith('checkout.session.')) await settleSession(ctx, event.object_id)
  await ctx.db.updateTable('webhook_event').set({ handled_at: ctx.now() }).where('event_id', '=', eventId).execute()
}

/** A session we never noted down is found by the order that it names; one that names none of ours is not ours. */
async function settleSession(ctx: Context, sessionId: string): Promise<void> {
  const noted = await ctx.db
    .selectFrom('customer_order')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  const orderId = noted?.id ?? (await ctx.payments.readCheckout(sessionId)).orderId
  if (!orderId) return
  if (!noted) {
    await ctx.db
      .updateTable('customer_order')
      .set({ session_id: sessionId })
      .where('id', '=', orderId)
      .where('session_id', 'is', null)
      .execute()
  }
  await settle(ctx, orderId)
}
