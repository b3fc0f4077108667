import { sql } from 'kysely'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { MembershipInvoice } from '../../contract.ts'
import type { InvoiceStatus } from '../../rules.ts'

type Row = Sorted & {
  id: string
  reason: 'first' | 'renewal' | 'plan_change' | 'other'
  status: InvoiceStatus
  plan: 'monthly' | 'yearly'
  amountCents: number
  refundedCents: number
  hostedUrl: string | null
  periodStartedAt: Date
  periodEndsAt: Date
  createdAt: Date
  paidAt: Date | null
}

const NEWEST = keyset(desc('created_at', 'timestamptz'), desc('id', 'text'))

/**
 * A member's invoices of every status, newest first.
 * @param page.cursor the `nextCursor` of the previous page.
 * @throws invalid_input for an unknown cursor.
 */
export async function listInvoices(
  { db }: Context,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: MembershipInvoice[]; nextCursor: string | null }> {
  const { rows } = await sql<Row>`
    select ${NEWEST.sortKey}, id, reason, status, plan, amount_cents as "amountCents", refunded_cents as "refundedCents", hosted_url as "hostedUrl",
      period_started_at as "periodStartedAt", period_ends_at as "periodEndsAt", created_at as "createdAt", paid_at as "paidAt"
    from membership_invoice
    where user_id = ${userId} and ${NEWEST.after(cursor)} order by ${NEWEST.by} limit ${limit + 1}`.execute(db)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const items = shown.map(row => ({
    id: row.id,
    reason: row.reason,
    status: row.status,
    plan: row.plan,
    amount: toDollars(row.amountCents),
    refunded: toDollars(row.refundedCents),
    date: (row.paidAt ?? row.createdAt).toISOString(),
    periodStart: row.periodStartedAt.toISOString(),
    periodEnd: row.periodEndsAt.toISOString(),
    url: row.hostedUrl,
  }))
  return { items, nextCursor }
}

/** The open renewal of a membership; undefined without one. `tries` is the number of failed tries. */
export const findDueInvoice = ({ db }: Context, membershipId: string) =>
  db
    .selectFrom('membership_invoice')
    .select(['id', 'amount_cents as amountCents', 'attempts as tries', 'next_attempt_at as nextTry'])
    .select(['hosted_url as payUrl'])
    .where('membership_id', '=', membershipId)
    .where('status', '=', 'open')
    .where('attempts', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type DueInvoice = NonNullable<Awaited<ReturnType<typeof findDueInvoice>>>

/**
 * The latest payment for a membership; undefined before the first is recorded. The provider tells times in whole seconds: of two
 * payments of one second, the later one's period ends later, and their ids say nothing.
 */
export const findLastPayment = ({ db }: Context, membershipId: string) =>
  db
    .selectFrom('membership_invoice')
    .select(['amount_cents as amountCents'])
    .select(eb => eb.ref('paid_at').$notNull().as('paidAt'))
    .where('membership_id', '=', membershipId)
    .where('status', '=', 'paid')
    .orderBy('paid_at', 'desc')
    .orderBy('period_ends_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The membership invoice of a payment: its user, and the provider's id of the subscription. */
export const findBillOfPayment = ({ db }: Context, paymentIntentId: string) =>
  db
    .selectFrom('membership_invoice as i')
    .innerJoin('membership as m', 'm.id', 'i.membership_id')
    .select(['i.id', 'i.user_id as userId', 'i.reason', 'm.provider_id as subscriptionId'])
    .where('i.payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst()

/** The user of a membership invoice. */
export const findOwnerOfBill = async ({ db }: Context, invoiceId: string): Promise<string | undefined> =>
  (await db.selectFrom('membership_invoice').select('user_id').where('id', '=', invoiceId).executeTakeFirst())?.user_id
