import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Checkout, Invoice } from '#kernel/ports/payments.ts'

/**
 * Sessions of a page that are paid and name an unpaid order of ours. An unpaid order with a payment id is skipped, here and below, because
 * that payment is being or was refunded.
 */
export async function listMissedSessions(ctx: Context, checkouts: readonly Checkout[]): Promise<string[]> {
  const paid = checkouts.filter(checkout => checkout.paymentStatus === 'paid' && checkout.orderId !== null)
  const { rows } = await sql<{ id: string }>`
    select s.id from unnest(${paid.map(({ id }) => id)}::text[], ${paid.map(({ orderId }) => orderId)}::text[])
        as s (id, order_id)
      join book_order o on o.id::text = s.order_id
    where o.status not in ('paid', 'review') and o.payment_intent_id is null order by s.id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Paid invoices of a page whose membership here does not know them. */
export async function listMissedInvoices(ctx: Context, invoices: readonly Invoice[]): Promise<string[]> {
  const paid = invoices.filter(({ status, amountPaidCents }) => status === 'paid' && amountPaidCents > 0)
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${paid.map(({ id }) => id)}::text[], ${paid.map(paidFor => paidFor.subscriptionId)}::text[])
        as i (id, subscription_id)
      join book_membership m on m.id = i.subscription_id
    where not exists (select from book_invoice b where b.id = i.id and b.status = 'paid') order by i.id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Unpaid orders that a charge names. */
export async function listUnsettledOrders(ctx: Context, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from provider_payment p join book_order o on o.id = p.order_id
    where p.kind = 'charge' and p.status = 'succeeded' and o.status not in ('paid', 'review') and o.payment_intent_id is null
      and (p.at >= ${since} or exists (
        select from discrepancy d where d.order_id = o.id and d.kind = 'charge_unsettled' and d.resolved_at is null))
    order by o.id limit 200`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Active subscriptions at the provider that began with a paid order and are missing here, or whose state differs from ours. */
export async function listMissedSubscriptions(
  ctx: Context,
  since: Date,
): Promise<{ userId: string; subscriptionId: string }[]> {
  const { rows } = await sql<{ userId: string; subscriptionId: string }>`
    select coalesce(m.user_id, o.user_id) as "userId", s.id as "subscriptionId"
    from provider_subscription s
      left join book_membership m on m.id = s.id
      left join book_order o on o.id = s.order_id and o.status = 'paid'
    where s.seen_at >= ${since}
      and ((m.id is null and s.status <> 'cancelled' and o.id is not null) or m.status <> s.status)
    order by s.id limit 200`.execute(ctx.db)
  return rows
}

/** Refunds and subscriptions of live discrepancies, by provider id. */
export async function readWatchedAtProvider(ctx: Context): Promise<{ refunds: string[]; subscriptions: string[] }> {
  const { rows } = await sql<{ kind: string; id: string }>`
    select kind, provider_id as id from discrepancy
    where resolved_at is null and closed_at is null and provider_id is not null
      and kind in ('refund_unknown', 'refund_missing', 'refund_differs', 'subscription_unknown', 'subscription_missing')
    order by last_seen_at limit 100`.execute(ctx.db)
  const of = (prefix: string) => rows.filter(row => row.kind.startsWith(prefix)).map(row => row.id)
  return { refunds: of('refund_'), subscriptions: of('subscription_') }
}

/** Refunds of our orders and renewals that are missing in the books or in another state, for example from the provider's dashboard. */
export async function listMissedRefunds(ctx: Context, since: Date): Promise<{ id: string; isOfOrder: boolean }[]> {
  const { rows } = await sql<{ id: string; isOfOrder: boolean }>`
    select p.id, p.order_id is not null as "isOfOrder"
    from provider_payment p
      left join book_refund b on b.provider_id = p.id
      left join book_invoice i on i.id = p.invoice_id and i.reason <> 'first' and i.status = 'paid'
    where p.kind = 'refund' and (p.order_id is not null or i.id is not null)
      and (p.at >= ${since} or p.id in (select subject from discrepancy where resolved_at is null and kind like 'refund_%'))
      and case when b.id is null then p.status <> 'failed' else b.status <> p.status end
    order by p.id limit 200`.execute(ctx.db)
  return rows
}
