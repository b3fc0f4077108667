import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { Invoice } from '#kernel/ports/payments.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { failedEmail, planChangedEmail, recoveredEmail, renewedEmail } from '../../emails.server.ts'
import { pushToMember, tellMember } from '../../notices/commands/tell-member.server.ts'
import { type InvoiceStatus, invoiceStatusOf, isLastTry, type MembershipStatus, planOfPeriod } from '../../rules.ts'

/** A payment found later than this is recorded without a receipt e-mail. */
const RECEIPT_DAYS = 14

/** The membership and user of the invoices; `status` is that of the subscription in the same reading. */
export type Billed = { membershipId: string; userId: string; status: MembershipStatus }

type Kept = { id: string; status: InvoiceStatus; attempts: number; nextAttemptAt: Date | null }

/**
 * Records the provider's invoices. The caller has locked the membership's row. Compares each with
 * the stored invoice, so the member gets one e-mail per payment and per failed try, even when readings repeat, arrive late or out
 * of order. A paid invoice stays paid, and its number of tries only grows.
 */
export async function keepInvoices(
  tx: TransactionContext,
  billed: Billed,
  invoices: readonly Invoice[],
): Promise<void> {
  const known = await keptOf(tx, invoices)
  const oldestFirst = [...invoices].sort((a, b) => +a.createdAt - +b.createdAt)
  for (const invoice of oldestFirst) {
    const status = invoiceStatusOf(invoice)
    const before = known.get(invoice.id)
    if (!status || before?.status === 'paid') continue
    const isStale =
      before && (invoice.attemptCount < before.attempts || (before.status === 'closed' && status === 'open'))
    if (isStale && status !== 'paid') continue
    await writeInvoice(tx, billed, invoice, status)
    if (status === 'paid') await tellPaid(tx, billed, invoice, before)
    else if (status === 'open' && invoice.attemptCount > (before?.attempts ?? 0)) await tellFailed(tx, billed, invoice)
  }
}

async function keptOf({ db }: DataContext, invoices: readonly Invoice[]): Promise<Map<string, Kept>> {
  if (invoices.length === 0) return new Map()
  const rows = await db
    .selectFrom('membership_invoice')
    .select(['id', 'status', 'attempts', 'next_attempt_at as nextAttemptAt'])
    .where(
      'id',
      'in',
      invoices.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map(row => [row.id, row as Kept]))
}

async function writeInvoice({ db, now }: DataContext, billed: Billed, invoice: Invoice, status: InvoiceStatus) {
  const state = {
    status,
    amount_cents: status === 'paid' ? invoice.amountPaidCents : invoice.amountDueCents,
    payment_intent_id: invoice.paymentIntentId,
    hosted_url: invoice.hostedUrl,
    attempts: invoice.attemptCount,
    next_attempt_at: status === 'open' ? invoice.nextAttemptAt : null,
    paid_at: status === 'paid' ? (invoice.paidAt ?? now()) : null,
  }
  await db
    .insertInto('membership_invoice')
    .values({
      id: invoice.id,
      membership_id: billed.membershipId,
      user_id: billed.userId,
      reason: invoice.reason,
      plan: planOfPeriod(invoice.periodStart, invoice.periodEnd),
      period_started_at: invoice.periodStart,
      period_ends_at: invoice.periodEnd,
      created_at: invoice.createdAt,
      ...state,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet(state))
    .execute()
}

/**
 * Skips a first payment, which has its order's receipt, and invoices made by staff at the provider, which have the provider's receipt.
 * Promises no benefits after the end: staff see the payment and refund it.
 */
async function tellPaid(
  tx: TransactionContext,
  { userId, status }: Billed,
  invoice: Invoice,
  before: Kept | undefined,
) {
  const paidAt = invoice.paidAt ?? tx.now()
  if (!['renewal', 'plan_change'].includes(invoice.reason) || +tx.now() - +paidAt > RECEIPT_DAYS * DAY_MS) return
  if (status === 'cancelled' && invoice.reason === 'renewal' && (before?.attempts ?? 0) > 0) {
    tx.log.error({ userId, invoiceId: invoice.id }, 'a renewal was paid after the membership had ended')
    return
  }
  const paid = {
    plan: planOfPeriod(invoice.periodStart, invoice.periodEnd),
    amountCents: invoice.amountPaidCents,
    paidAt,
    from: invoice.periodStart,
    until: invoice.periodEnd,
    invoiceUrl: invoice.hostedUrl,
  } as const
  const hadFailed = before ? before.attempts > 0 : invoice.attemptCount > 1
  const emailOf = invoice.reason === 'plan_change' ? planChangedEmail : hadFailed ? recoveredEmail : renewedEmail
  await tellMember(tx, userId, name => emailOf(tx, { name, ...paid }))
  if (invoice.reason === 'plan_change') return
  await pushToMember(tx, userId, `membership paid:${invoice.id}`, {
    title: hadFailed ? 'Your membership is paid' : 'Your membership renewed',
    body: hadFailed
      ? 'Thank you. Your benefits are back.'
      : 'Your Premium benefits continue. The receipt is in your e-mail.',
  })
}

/** Skips an ended subscription: the e-mail about its end covers the failure. */
async function tellFailed(tx: TransactionContext, { userId, status }: Billed, invoice: Invoice): Promise<void> {
  if (status === 'cancelled' || invoice.reason === 'first') return
  await tellMember(tx, userId, name =>
    failedEmail(tx, {
      name,
      amountCents: invoice.amountDueCents,
      nextTry: invoice.nextAttemptAt,
      isLast: isLastTry(invoice.attemptCount),
      payUrl: invoice.hostedUrl,
    }),
  )
  await pushToMember(tx, userId, `membership failed:${invoice.id}:${invoice.attemptCount}`, {
    title: 'Your membership payment failed',
    body: 'Your benefits are paused until it is paid. Try again or change your card.',
  })
}
