import { sql } from 'kysely'
import { findUserId } from '#features/identity/user/queries.server.ts'
import { ON_HOLD } from '#features/orders/order/standing.ts'
import { readSession } from '#features/orders/payment/queries/session.server.ts'
import { settleSession } from '#features/orders/webhooks/commands/payment-events.server.ts'
import { actorOf, requireOwnOr } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type AuditRecord, type AuditStatus, RECONCILIATION_ERRORS, type ReconcileResult } from '../contract.ts'
import { findAuditOfOrder } from '../queries/audit-trail.server.ts'

const refuse = refusals(RECONCILIATION_ERRORS)

const BY_STAFF = { right: 'payments.reconcile', route: 'POST /api/credits/reconcile' } as const

type Outcome = { status: AuditStatus; issue: string | null; orderId: string; userId: string; isIssued?: boolean }
type Settled = Pick<Outcome, 'status' | 'issue'>

/**
 * Reconciles one payment by hand: reads the session at the provider, settles its order if the payment was missed, and reports the result.
 * The attempt itself is stored. Nothing is stored for an unknown e-mail or session, because a typing error says nothing about a user.
 * - success: settled by this call. duplicate: settled earlier. pending: not paid yet.
 * - failed: never paid, another user's, or the payment disagrees with the order.
 * - missing_audit: the order is paid and its credits are missing in the ledger.
 * @throws account_not_found, session_not_found, session_without_order; Unauthorized for another user's e-mail or payment, unless the caller
 * is staff with the right; reconcile_failed when the provider is unreachable.
 */
export async function reconcileSession(
  ctx: Context,
  { sessionId, email }: { sessionId: string; email: string },
): Promise<ReconcileResult> {
  const actor = actorOf(ctx)
  const userId = await findUserId(ctx, email)
  await requireOwnOr(ctx, { ...BY_STAFF, ownerId: userId })
  if (!userId) throw refuse('account_not_found')
  const { status, issue, orderId, userId: buyerId, isIssued = false } = await outcomeOf(ctx, sessionId, userId)
  const record = await findAuditOfOrder(ctx, buyerId, orderId)
  await ctx.db
    .insertInto('settlement_attempt')
    .values({
      id: newId(),
      session_id: sessionId,
      order_id: orderId,
      user_id: buyerId,
      actor_id: actor.userId,
      status,
      issue,
      at: ctx.now(),
    })
    .execute()
  return { status, issue, creditsIssued: isIssued && record ? record.credits : NO_CREDITS, auditRecord: record }
}

const NO_CREDITS: AuditRecord['credits'] = { Bronze: 0, Silver: 0, Gold: 0, Platinum: 0 }

async function outcomeOf(ctx: Context, sessionId: string, userId: string): Promise<Outcome> {
  const checkout = await checkoutOf(ctx, sessionId)
  const order = await bookedOrderOf(ctx, checkout)
  if (order.userId !== userId) {
    await requireOwnOr(ctx, { ...BY_STAFF, ownerId: order.userId })
    return {
      status: 'failed',
      issue: 'This payment belongs to another account.',
      orderId: order.id,
      userId: order.userId,
    }
  }
  const about = { orderId: order.id, userId }
  if (order.status === 'paid') return { ...(await settledBefore(ctx, order.id, userId)), ...about }
  const after = await settled(ctx, sessionId)
  if (after === 'paid') return { status: 'success', issue: null, isIssued: true, ...about }
  if (after === ON_HOLD) {
    const record = await findAuditOfOrder(ctx, userId, order.id)
    return { status: 'failed', issue: record?.errorMessage ?? 'The money disagrees with the order.', ...about }
  }
  return checkout.status === 'open'
    ? { status: 'pending', issue: 'The payment has not been made yet.', ...about }
    : { status: 'failed', issue: 'The payment page closed without a payment.', ...about }
}

async function settledBefore(ctx: Context, orderId: string, userId: string): Promise<Settled> {
  const record = await findAuditOfOrder(ctx, userId, orderId)
  return record?.status === 'missing_audit'
    ? { status: 'missing_audit', issue: record.errorMessage }
    : { status: 'duplicate', issue: 'This payment was settled before; nothing was issued again.' }
}

/** @throws session_not_found, reconcile_failed. */
async function checkoutOf(ctx: Context, sessionId: string): Promise<Checkout> {
  try {
    return await readSession(ctx, sessionId)
  } catch (error) {
    if (error instanceof PaymentError && ['not_found', 'invalid'].includes(error.kind))
      throw refuse('session_not_found')
    throw failedBy(ctx, error)
  }
}

const settled = (ctx: Context, sessionId: string) =>
  settleSession(ctx, sessionId).catch(error => {
    throw failedBy(ctx, error)
  })

function failedBy(ctx: Context, error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error
  ctx.log.warn({ err: error }, 'provider not reached, nothing was reconciled')
  return refuse('reconcile_failed')
}

/** The order of a session, for either payment provider. @throws session_without_order. */
async function bookedOrderOf(
  ctx: Context,
  { orderId }: Checkout,
): Promise<{ id: string; userId: string; status: string }> {
  const { rows } = await sql<{ id: string; userId: string; status: string }>`
    select id, user_id as "userId", status from book_credited_order where id::text = ${orderId}`.execute(ctx.db)
  if (!rows[0]) throw refuse('session_without_order')
  return rows[0]
}
