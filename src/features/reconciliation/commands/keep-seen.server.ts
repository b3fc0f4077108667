import { sql } from 'kysely'
import { statusOf } from '#features/membership/rules.ts'
import { REFUND_STATUS_OF } from '#features/orders/refunds/commands/send-refund.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Charge, Dispute, Refund, Subscription } from '#kernel/ports/payments.ts'
import { isUuid } from '#platform/values/uuid.ts'

/** The provider's dashboard accepts any name. Only a value in the form of an order id is looked up. */
const orderIdOf = (named: string | null) => (named && isUuid(named) ? named : null)

/** Stores charges as the provider has them. Declined charges took no money and are skipped unless already known. */
export async function keepCharges(ctx: Context, charges: readonly Charge[]): Promise<void> {
  const rows = charges.map(charge => ({
    id: charge.id,
    status: charge.isPaid ? 'succeeded' : 'failed',
    amount_cents: charge.amountCents,
    currency: charge.currency,
    payment_intent_id: charge.paymentIntentId,
    order_id: orderIdOf(charge.orderId),
    invoice_id: charge.invoiceId,
    subscription_id: charge.subscriptionId,
    at: charge.createdAt,
  }))
  await sql`
    insert into provider_payment
      (id, kind, status, amount_cents, currency, payment_intent_id, order_id, invoice_id, subscription_id, at, seen_at)
    select c.id, 'charge', c.status, c.amount_cents, c.currency, c.payment_intent_id, o.id, c.invoice_id, c.subscription_id,
      c.at, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id text, status text, amount_cents integer, currency text,
        payment_intent_id text, order_id uuid, invoice_id text, subscription_id text, at timestamptz)
      left join lateral (
        select id from book_order where id = c.order_id
        union all
        select id from book_order where c.order_id is null and payment_intent_id = c.payment_intent_id limit 1
      ) o on true
    where c.status = 'succeeded' or exists (select from provider_payment p where p.id = c.id)
    order by c.id
    on conflict (id) do update set status = excluded.status, amount_cents = excluded.amount_cents,
      currency = excluded.currency, payment_intent_id = excluded.payment_intent_id, order_id = excluded.order_id,
      invoice_id = excluded.invoice_id, subscription_id = excluded.subscription_id, at = excluded.at,
      seen_at = excluded.seen_at`.execute(ctx.db)
}

/** Stores refunds as the provider has them. The payment identifies the refunded order or invoice. */
export async function keepRefunds(ctx: Context, refunds: readonly Refund[]): Promise<void> {
  const rows = refunds.map(refund => ({
    id: refund.id,
    status: REFUND_STATUS_OF[refund.status],
    amount_cents: refund.amountCents,
    payment_intent_id: refund.paymentIntentId,
    at: refund.createdAt,
  }))
  await sql`
    insert into provider_payment
      (id, kind, status, amount_cents, currency, payment_intent_id, order_id, invoice_id, subscription_id, at, seen_at)
    select r.id, 'refund', r.status, r.amount_cents, coalesce(c.currency, 'usd'), r.payment_intent_id, c.order_id,
      c.invoice_id, c.subscription_id, r.at, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, status text, amount_cents integer,
        payment_intent_id text, at timestamptz)
      left join lateral (
        select currency, order_id, invoice_id, subscription_id from provider_payment
        where payment_intent_id = r.payment_intent_id and kind = 'charge' and status = 'succeeded' limit 1
      ) c on true
    order by r.id
    on conflict (id) do update set status = excluded.status, amount_cents = excluded.amount_cents,
      currency = excluded.currency, order_id = excluded.order_id, invoice_id = excluded.invoice_id,
      subscription_id = excluded.subscription_id, seen_at = excluded.seen_at`.execute(ctx.db)
}

/** Stores subscriptions as the provider has them, with our names for their states. */
export async function keepSubscriptions(ctx: Context, subscriptions: readonly Subscription[]): Promise<void> {
  const rows = subscriptions.map(subscription => ({
    id: subscription.id,
    status: statusOf(subscription),
    order_id: orderIdOf(subscription.orderId),
    began_at: subscription.startedAt,
  }))
  await sql`
    insert into provider_subscription (id, status, order_id, began_at, seen_at)
    select s.id, s.status, o.id, s.began_at, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id text, status text, order_id uuid, began_at timestamptz)
      left join book_order o on o.id = s.order_id
    order by s.id
    on conflict (id) do update set status = excluded.status, order_id = excluded.order_id, seen_at = excluded.seen_at`.execute(
    ctx.db,
  )
}

const isOpen = ({ status }: Dispute) => status === 'needs_response' || status === 'under_review'

/** Stores disputes and their money movements as the provider has them. */
export async function keepDisputes(ctx: Context, disputes: readonly Dispute[]): Promise<void> {
  const rows = disputes.map(dispute => ({ id: dispute.id, is_open: isOpen(dispute) }))
  const movements = disputes.flatMap(dispute =>
    dispute.movements.map(({ id, amountCents, feeCents, createdAt }) => {
      return { id, dispute_id: dispute.id, amount_cents: amountCents, fee_cents: feeCents, at: createdAt }
    }),
  )
  await sql`
    with kept as (
      insert into provider_dispute (id, is_open, seen_at)
      select d.id, d.is_open, ${ctx.now()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id text, is_open boolean) order by d.id
      on conflict (id) do update set is_open = excluded.is_open, seen_at = excluded.seen_at
    )
    insert into provider_movement (id, dispute_id, amount_cents, fee_cents, at)
    select m.id, m.dispute_id, m.amount_cents, m.fee_cents, m.at
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as m (id text, dispute_id text, amount_cents integer, fee_cents integer, at timestamptz)
    order by m.id
    on conflict (id) do update set amount_cents = excluded.amount_cents, fee_cents = excluded.fee_cents,
      at = excluded.at`.execute(ctx.db)
}

/** Disputes of a page that are missing or different in our books. */
export async function listMissedDisputes(ctx: Context, disputes: readonly Dispute[]): Promise<string[]> {
  const rows = disputes.map(({ id, status, isInquiry, submissionCount, movements }) => {
    return { id, status, is_inquiry: isInquiry, submissions: submissionCount, movements: movements.length }
  })
  const { rows: missed } = await sql<{ id: string }>`
    select d.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d (id text, status text, is_inquiry boolean, submissions integer, movements integer)
      left join book_dispute b on b.id = d.id
    where b.id is null or b.status <> d.status or b.is_inquiry <> d.is_inquiry or b.submission_count <> d.submissions
      or (b.order_id is null and b.invoice_id is null)
      or (select count(*) from book_movement m where m.provider_id = d.id) <> d.movements
    order by d.id`.execute(ctx.db)
  return missed.map(row => row.id)
}

/** Disputes last seen open that the lists (40 days back) may no longer contain: once a day, and when our books say that a dispute ended. */
export async function listUnseenDisputes({ db, now }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from provider_dispute p left join book_dispute b on b.id = p.id
    where p.is_open and (p.seen_at < ${new Date(+now() - 24 * 3600_000)} or b.status in ('won', 'lost', 'prevented'))
    order by p.seen_at limit 100`.execute(db)
  return rows.map(row => row.id)
}
