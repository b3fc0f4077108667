import { type RawBuilder, sql } from 'kysely'

/**
 * What is compared: everything that happened since a moment, and whatever a live discrepancy is about, so that it can go
 * away. Nothing younger than `settled`, as both sides may not have heard of each other yet; and that the provider lacks
 * something can only be told as far as its list has been read.
 */
export type Scope = {
  since: Date
  settled: Date
  charges: Date | null
  refunds: Date | null
  subscriptions: Date | null
}

/** SQL of one kind of disagreement, with the columns of `discrepancy`. */
type Finding = RawBuilder<unknown>

/** What live discrepancies of these kinds are about. */
const live = (...kinds: string[]) =>
  sql`select subject from discrepancy where gone_at is null and kind = any(${kinds}::text[])`

/** Charges or refunds of the provider that are looked at. */
const inScope = (since: Date, ...kinds: string[]) =>
  sql`p.id in (select id from provider_payment where at >= ${since} union ${live(...kinds)})`

const dollars = (cents: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`to_char(${cents} / 100.0, 'FM999999990.00') || ' ' || upper(${currency})`
const OURS = dollars(sql`b.amount_cents`, sql`b.currency`)
const THEIRS = dollars(sql`p.amount_cents`, sql`p.currency`)
/** What of it is in the sums of the balance. */
const COUNTED = sql`nullif(p.counted_cents, 0)`

/**
 * Charges that name an order: the one that pays it is the one the order knows, or else the first. It must agree with it to
 * the cent; every further one is too much, and one whose order is not paid was taken for nothing so far.
 */
export const chargesOfOrders = ({ since, settled }: Scope): Finding => sql`
  select case when b.order_id is null then 'charge_unsettled' when p.place > 1 then 'charge_extra' else 'charge_differs' end
      as kind,
    p.id as subject, p.id as provider_id, p.order_id, o.user_id,
    case when b.order_id is null then 'The order is ' || o.status when p.place > 1 then 'Paid by another charge'
      else ${OURS} end as ours,
    ${THEIRS} as theirs,
    case when p.place = 1 then b.amount_cents end as ours_cents, ${COUNTED} as theirs_cents,
    case when p.place = 1 then b.at end as ours_at, p.at as theirs_at
  from (
    select c.*, row_number() over (
      partition by c.order_id order by (c.payment_intent_id is distinct from k.payment_intent_id), c.at, c.id) as place
    from provider_payment c join book_order k on k.id = c.order_id
    where c.kind = 'charge' and c.status = 'succeeded' and c.at <= ${settled} and c.order_id in (
      select order_id from provider_payment where kind = 'charge' and at >= ${since} and order_id is not null
      union select id from book_order where paid_at >= ${since}
      union select order_id from discrepancy where gone_at is null and kind like 'charge_%' and order_id is not null)
  ) p
    join book_order o on o.id = p.order_id
    left join book_payment b on b.source = 'order' and b.order_id = p.order_id
  where b.order_id is null or p.place > 1 or b.amount_cents <> p.amount_cents or b.currency <> p.currency`

/** Charges that are neither an order's nor a bill's that our memberships know. */
export const strayCharges = ({ since, settled }: Scope): Finding => sql`
  select case when p.invoice_id is null then 'charge_unknown' else 'renewal_unknown' end, p.id, p.id, null::uuid, s.user_id,
    'Nothing', ${THEIRS}, null::integer, ${COUNTED}, null::timestamptz, p.at
  from provider_payment p left join book_membership s on s.id = p.subscription_id
  where p.kind = 'charge' and p.status = 'succeeded' and p.order_id is null and p.at <= ${settled}
    and ${inScope(since, 'charge_unknown', 'renewal_unknown')}
    and not exists (select from book_invoice i where i.id = p.invoice_id and i.status = 'paid' and i.reason <> 'first')`

/** Renewals that were paid for by another amount than the bill's. */
export const chargesOfRenewals = ({ since, settled }: Scope): Finding => sql`
  select 'charge_differs', p.id, p.id, null::uuid, b.user_id, ${OURS}, ${THEIRS}, b.amount_cents, ${COUNTED}, b.at, p.at
  from book_payment b join provider_payment p on p.invoice_id = b.invoice_id
  where b.source = 'renewal' and p.kind = 'charge' and p.status = 'succeeded' and p.order_id is null
    and (b.amount_cents <> p.amount_cents or b.currency <> p.currency) and p.at <= ${settled}
    and ${inScope(since, 'charge_differs')}`

const MISSING = sql`'charge_missing', b.subject, b.payment_intent_id, b.order_id, b.user_id, ${OURS}, 'Nothing', b.amount_cents,
    null::integer, b.at, null::timestamptz`

/** Orders and renewals that count as paid, without a charge at the provider. */
export const missingCharges = ({ since, settled, charges }: Scope): Finding => sql`
  select ${MISSING} from book_payment b
  where b.source = 'order' and b.at <= least(${settled}::timestamptz, ${charges}::timestamptz)
    and ${charges}::timestamptz is not null
    and b.order_id in (
      select id from book_order where paid_at >= ${since}
      union select order_id from discrepancy where gone_at is null and kind = 'charge_missing' and order_id is not null)
    and not exists (select from provider_payment p where p.kind = 'charge' and p.status = 'succeeded'
      and p.order_id = b.order_id)
  union all
  select ${MISSING} from book_payment b
  where b.source = 'renewal' and b.at <= least(${settled}::timestamptz, ${charges}::timestamptz)
    and ${charges}::timestamptz is not null
    and b.invoice_id in (
      select id from book_invoice where paid_at >= ${since} and reason <> 'first' union ${live('charge_missing')})
    and not exists (select from provider_payment p where p.kind = 'charge' and p.status = 'succeeded'
      and p.invoice_id = b.invoice_id)`

/** Refunds at the provider that our books lack, or have otherwise. One that we have asked for and not heard of is not judged. */
export const refundsOfProvider = ({ since, settled }: Scope): Finding => sql`
  select case when b.id is null then 'refund_unknown' else 'refund_differs' end, p.id, p.id, p.order_id,
    coalesce(b.user_id, o.user_id, i.user_id),
    case when b.id is null then 'Nothing' else ${OURS} || ', ' || b.status end, ${THEIRS} || ', ' || p.status,
    case when b.status <> 'failed' then b.amount_cents end, ${COUNTED}, b.at, p.at
  from provider_payment p
    left join book_refund b on b.provider_id = p.id
    left join book_order o on o.id = p.order_id
    left join book_invoice i on i.id = p.invoice_id and p.order_id is null
  where p.kind = 'refund' and p.at <= ${settled}
    and ${inScope(since, 'refund_unknown', 'refund_differs')}
    and case
      when b.id is not null then b.amount_cents <> p.amount_cents or b.currency <> p.currency
        or (b.status = 'failed') <> (p.status = 'failed')
      when p.status = 'failed' then false
      else not exists (select from book_refund r where r.order_id = p.order_id and r.status = 'requested'
        and r.provider_id is null and r.amount_cents = p.amount_cents)
      end`

/** Refunds that our books have and the provider does not, or was never asked for. */
export const refundsOfOurs = ({ since, settled, refunds }: Scope): Finding => sql`
  select case when b.provider_id is null then 'refund_unsent' else 'refund_missing' end, b.id, b.provider_id,
    b.order_id, b.user_id, ${OURS} || ', ' || b.status, 'Nothing', b.amount_cents, null::integer, b.at, null::timestamptz
  from book_refund b
  where b.status <> 'failed' and b.at <= least(${settled}::timestamptz, ${refunds}::timestamptz)
    and ${refunds}::timestamptz is not null
    and (b.at >= ${since} or b.status = 'requested'
      or b.id in (${live('refund_unsent', 'refund_missing')}))
    and not exists (select from provider_payment p where p.id = b.provider_id)`

/** Subscriptions that bill somebody and give nobody a membership, and memberships that nobody bills. */
export const subscriptions = ({ settled, subscriptions: read }: Scope): Finding => sql`
  select 'subscription_unknown', s.id, s.id, s.order_id, o.user_id, 'Nothing', 'The subscription is ' || s.status,
    null::integer, null::integer, null::timestamptz, s.began_at
  from provider_subscription s left join book_order o on o.id = s.order_id
  where s.status <> 'cancelled' and s.began_at <= ${settled} and not exists (select from book_membership m where m.id = s.id)
  union all
  select 'subscription_missing', m.id, m.id, null, m.user_id, 'The membership is ' || m.status, 'Nothing',
    null, null, m.started_at, null
  from book_membership m
  where m.status <> 'cancelled' and ${read}::timestamptz is not null
    and m.started_at <= least(${settled}::timestamptz, ${read}::timestamptz)
    and not exists (select from provider_subscription s where s.id = m.id)`

/** All of it, as one query. */
export const findings = (scope: Scope): Finding =>
  sql.join(
    [
      chargesOfOrders(scope),
      strayCharges(scope),
      chargesOfRenewals(scope),
      missingCharges(scope),
      refundsOfProvider(scope),
      refundsOfOurs(scope),
      subscriptions(scope),
    ].map(finding => sql`(${finding})`),
    sql` union all `,
  )
