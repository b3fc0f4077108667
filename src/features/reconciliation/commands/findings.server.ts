import { type RawBuilder, sql } from 'kysely'

/**
 * The scope of a comparison: everything that happened in a stretch of time, `till` excluded. The recent stretch also includes the subjects
 * of live discrepancies, so that they can vanish, and older charges and refunds that are not booked. Nothing younger than `settled` is
 * judged, because the sides may not know of each other yet. A missing object at the provider is only judged as far as its list has been
 * read.
 */
export type Scope = {
  from: Date
  till: Date
  isRecent: boolean
  settled: Date
  charges: Date | null
  refunds: Date | null
  subscriptions: Date | null
}

/** Limit of unbooked charges and refunds of any age that the recent comparison includes, newest first. */
const MOST_UNBOOKED = 2000

const inStretch = (at: RawBuilder<unknown>, { from, till }: Scope) => sql`(${at} >= ${from} and ${at} < ${till})`

/** Subjects of live discrepancies, as SQL with the column `id`; empty for a past stretch. */
const live = ({ isRecent }: Scope, column: 'subject' | 'order_id', ...kinds: string[]) =>
  sql`select ${sql.ref(column)} as id from discrepancy
    where resolved_at is null and kind = any(${kinds}::text[]) and ${sql.ref(column)} is not null and ${isRecent}`

/** The provider's charges and refunds in scope, as SQL with the column `id`. */
export const looked = (scope: Scope, ...kinds: string[]) => sql`(
  select id from provider_payment where ${inStretch(sql`at`, scope)}
  union ${live(scope, 'subject', ...kinds)}
  union select id from (
    select id from provider_payment
    where booked_at is null and (booked_at is null or booked_at - at not between interval '-1 hour' and interval '1 hour')
      and ${scope.isRecent}
    order by at desc, id desc limit ${MOST_UNBOOKED}) unbooked
) looked`

/**
 * Joins rows by index lookups, one by one. PostgreSQL cannot estimate how few rows a run concerns, so a plain join would read a million
 * orders.
 */
export const each = (rows: RawBuilder<unknown>, name: string) => sql`lateral (${rows} offset 0) ${sql.ref(name)}`

/** SQL of one kind of disagreement, with the columns of `discrepancy`. */
type Finding = RawBuilder<unknown>

const PROVIDER_PAYMENT = sql`id, payment_intent_id, at, kind, status, amount_cents, currency, counted_cents, order_id, invoice_id, subscription_id`
const BOOK_PAYMENT = sql`subject, order_id, invoice_id, payment_intent_id, user_id, amount_cents, currency, at`
const BOOK_INVOICE = sql`id, user_id, status, reason`
const BOOK_MEMBERSHIP = sql`id, user_id, status`
const BOOK_REFUND = sql`id, provider_id, order_id, user_id, status, amount_cents, currency, at`
const BOOK_ORDER = sql`id, user_id, status`

const dollars = (cents: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`to_char(${cents} / 100.0, 'FM999999990.00') || ' ' || upper(${currency})`
const OURS = dollars(sql`b.amount_cents`, sql`b.currency`)
const THEIRS = dollars(sql`p.amount_cents`, sql`p.currency`)
/** The part that counts in the sums of the balance. */
const COUNTED = sql`nullif(p.counted_cents, 0)`
const DIFFERS = sql`(b.amount_cents <> p.amount_cents or b.currency <> p.currency)`

const TAKEN = sql`p.kind = 'charge' and p.status = 'succeeded'`
const LIVE_CHARGES = ['charge_unsettled', 'charge_extra', 'charge_differs', 'charge_missing']

/**
 * Charges that name an order. The paying charge is the one stored on the order, else the first one; it must agree with the order to the
 * cent. Every further charge is extra, and a charge of an unpaid order is unsettled.
 */
const chargesOfOrders = (scope: Scope): Finding => sql`
  select case when b.order_id is null then 'charge_unsettled' when p.place > 1 then 'charge_extra' else 'charge_differs' end
      as kind,
    p.id as subject, p.id as provider_id, p.order_id, p.user_id,
    case when b.order_id is null then 'The order is ' || p.order_status when p.place > 1 then 'Paid by another charge'
      else ${OURS} end as ours,
    ${THEIRS} as theirs,
    case when p.place = 1 then b.amount_cents end as ours_cents, ${COUNTED} as theirs_cents,
    case when p.place = 1 then b.at end as ours_at, p.at as theirs_at
  from (
    select c.order_id as id from ${looked(scope)} cross join ${each(
      sql`select order_id from provider_payment where id = looked.id and kind = 'charge' and order_id is not null`,
      'c',
    )}
    union select id from book_order where status = 'paid' and ${inStretch(sql`paid_at`, scope)}
    union ${live(scope, 'order_id', ...LIVE_CHARGES)}
  ) o
    cross join ${each(
      sql`
      select p.id, p.at, p.amount_cents, p.currency, p.counted_cents, p.order_id, k.user_id, k.status as order_status, row_number() over (
        order by (p.payment_intent_id is distinct from k.payment_intent_id), p.at, p.id) as place
      from book_order k join provider_payment p on p.order_id = k.id
      where k.id = o.id and ${TAKEN} and p.at <= ${scope.settled}`,
      'p',
    )}
    left join ${each(sql`select ${BOOK_PAYMENT} from book_payment where source = 'order' and order_id = p.order_id`, 'b')} on true
  where b.order_id is null or p.place > 1 or ${DIFFERS}`

/** The lost order of a provider's charge or refund. */
const lostOrder = each(
  sql`select order_id, refunded_at from book_lost_order where payment_intent_id = p.payment_intent_id or subscription_id = p.subscription_id limit 1`,
  'l',
)

/** Charges that belong to no order and to no invoice known to our memberships. */
const strayCharges = (scope: Scope): Finding => sql`
  select case when p.invoice_id is null then 'charge_unknown' else 'renewal_unknown' end, p.id, p.id, null::uuid, s.user_id,
    case when l.order_id is null then 'Nothing' when l.refunded_at is null then 'The order was lost; to be refunded'
      else 'The order was lost; refunded' end, ${THEIRS}, null::integer, ${COUNTED}, null::timestamptz, p.at
  from ${looked(scope, 'charge_unknown', 'renewal_unknown')}
    cross join ${each(sql`select ${PROVIDER_PAYMENT} from provider_payment where id = looked.id and order_id is null`, 'p')}
    left join ${each(sql`select ${BOOK_INVOICE} from book_invoice where id = p.invoice_id`, 'i')} on true
    left join ${each(sql`select ${BOOK_MEMBERSHIP} from book_membership where id = p.subscription_id`, 's')} on true
    left join ${lostOrder} on true
  where ${TAKEN} and (p.at <= ${scope.settled} or l.order_id is not null) and (i.id is null or i.status <> 'paid' or i.reason = 'first')`

/** Renewals paid with another amount than the invoice's. */
const chargesOfRenewals = (scope: Scope): Finding => sql`
  select 'charge_differs', p.id, p.id, null::uuid, b.user_id, ${OURS}, ${THEIRS}, b.amount_cents, ${COUNTED}, b.at, p.at
  from ${looked(scope, 'charge_differs')}
    cross join ${each(
      sql`select ${PROVIDER_PAYMENT} from provider_payment where id = looked.id and order_id is null and invoice_id is not null`,
      'p',
    )}
    cross join ${each(sql`select ${BOOK_PAYMENT} from book_payment where source = 'renewal' and invoice_id = p.invoice_id`, 'b')}
  where ${TAKEN} and p.at <= ${scope.settled} and ${DIFFERS}`

const MISSING = sql`'charge_missing', b.subject, b.payment_intent_id, b.order_id, b.user_id, ${OURS}, 'Nothing', b.amount_cents,
    null::integer, b.at, null::timestamptz`

/** True when a missing counterpart at the provider can be judged: the grace period is over, and the list has been read up to that time. */
const isRead = (at: RawBuilder<unknown>, { settled }: Scope, read: Date | null) =>
  sql`(${read}::timestamptz is not null and ${at} <= least(${settled}::timestamptz, ${read}::timestamptz))`

/** Paid orders and renewals without a charge at the provider. */
const missingCharges = (scope: Scope): Finding => sql`
  select ${MISSING}
  from (
    select id from book_order where status = 'paid' and ${inStretch(sql`paid_at`, scope)}
    union ${live(scope, 'order_id', 'charge_missing')}
  ) o
    cross join ${each(sql`select ${BOOK_PAYMENT} from book_payment where source = 'order' and order_id = o.id`, 'b')}
    left join ${each(sql`select p.id from provider_payment p where p.order_id = o.id and ${TAKEN} limit 1`, 'p')} on true
  where p.id is null and ${isRead(sql`b.at`, scope, scope.charges)}
  union all
  select ${MISSING}
  from (
    select id from book_invoice where status = 'paid' and reason <> 'first' and ${inStretch(sql`paid_at`, scope)}
    union ${live(scope, 'subject', 'charge_missing')}
  ) i
    cross join ${each(sql`select ${BOOK_PAYMENT} from book_payment where source = 'renewal' and invoice_id = i.id`, 'b')}
    left join ${each(sql`select p.id from provider_payment p where p.invoice_id = i.id and ${TAKEN} limit 1`, 'p')} on true
  where p.id is null and ${isRead(sql`b.at`, scope, scope.charges)}`

/** Provider refunds that are missing or different in our books. A refund that we requested and have no answer for is not judged. */
const refundsOfProvider = (scope: Scope): Finding => sql`
  select case when b.id is null then 'refund_unknown' else 'refund_differs' end, p.id, p.id, p.order_id,
    coalesce(b.user_id, o.user_id, i.user_id),
    case when l.order_id is not null then 'For a lost order' when b.id is null then 'Nothing' else ${OURS} || ', ' || b.status end,
    ${THEIRS} || ', ' || p.status,
    case when b.status <> 'failed' then b.amount_cents end, ${COUNTED}, b.at, p.at
  from ${looked(scope, 'refund_unknown', 'refund_differs')}
    cross join ${each(sql`select ${PROVIDER_PAYMENT} from provider_payment where id = looked.id and kind = 'refund'`, 'p')}
    left join ${each(sql`select ${BOOK_REFUND} from book_refund where provider_id = p.id`, 'b')} on true
    left join ${each(sql`select ${BOOK_ORDER} from book_order where id = p.order_id`, 'o')} on true
    left join ${each(sql`select ${BOOK_INVOICE} from book_invoice where id = p.invoice_id and p.order_id is null`, 'i')} on true
    left join ${lostOrder} on true
  where (p.at <= ${scope.settled} or l.order_id is not null) and case
    when b.id is not null then ${DIFFERS} or (b.status = 'failed') <> (p.status = 'failed')
    when p.status = 'failed' then false
    else not exists (select from book_refund r where r.order_id = p.order_id and r.status = 'requested'
      and r.provider_id is null and r.amount_cents = p.amount_cents)
    end`

/** Refunds in our books that the provider does not have or was never asked for. */
const refundsOfOurs = (scope: Scope): Finding => sql`
  select case when b.provider_id is null then 'refund_unsent' else 'refund_missing' end, b.id, b.provider_id,
    b.order_id, b.user_id, ${OURS} || ', ' || b.status, 'Nothing', b.amount_cents, null::integer, b.at, null::timestamptz
  from (
    select ${BOOK_REFUND} from book_refund where ${inStretch(sql`at`, scope)}
    union select ${BOOK_REFUND} from book_refund where status = 'requested' and ${scope.isRecent}
    union select r.id, r.provider_id, r.order_id, r.user_id, r.status, r.amount_cents, r.currency, r.at from discrepancy d cross join ${each(
      sql`
      select ${BOOK_REFUND} from book_refund where order_id = d.order_id and id = d.subject
      union all select ${BOOK_REFUND} from book_refund where d.order_id is null and provider_id = d.provider_id`,
      'r',
    )} where d.resolved_at is null and d.kind in ('refund_unsent', 'refund_missing') and ${scope.isRecent}
  ) b
    left join ${each(sql`select id from provider_payment where id = b.provider_id`, 'p')} on true
  where p.id is null and b.status <> 'failed' and ${isRead(sql`b.at`, scope, scope.refunds)}`

/** Running subscriptions without a membership, and running memberships without a subscription. Cancelled ones are ignored. */
const subscriptions = (scope: Scope): Finding => sql`
  select 'subscription_unknown', s.id, s.id, s.order_id, o.user_id, 'Nothing', 'The subscription is ' || s.status,
    null::integer, null::integer, null::timestamptz, s.began_at
  from provider_subscription s left join book_order o on o.id = s.order_id
  where s.status <> 'cancelled' and s.began_at <= ${scope.settled} and ${scope.isRecent}
    and not exists (select from book_membership m where m.id = s.id)
  union all
  select 'subscription_missing', m.id, m.id, null, m.user_id, 'The membership is ' || m.status, 'Nothing',
    null, null, m.started_at, null
  from book_membership m
  where m.status <> 'cancelled' and ${scope.isRecent} and ${isRead(sql`m.started_at`, scope, scope.subscriptions)}
    and not exists (select from provider_subscription s where s.id = m.id)`

/** Dispute money missing in our books, and disputes of unknown payments. */
const disputes = (scope: Scope): Finding => sql`
  select 'dispute_unbooked', p.id, p.dispute_id, null::uuid, null::uuid, 'Nothing', ${dollars(sql`-p.amount_cents`, sql`'usd'`)},
    null::integer, -p.amount_cents, null::timestamptz, p.at
  from provider_movement p left join book_movement b on b.id = p.id and b.amount_cents = p.amount_cents
  where b.id is null and p.at <= ${scope.settled}
    and (${inStretch(sql`p.at`, scope)} or p.id in (${live(scope, 'subject', 'dispute_unbooked')}))
  union all
  select 'dispute_unknown', b.id, b.id, null, null, 'Nothing', ${dollars(sql`b.amount_cents`, sql`'usd'`)}, null, null, null, b.at
  from book_dispute b
  where b.order_id is null and b.invoice_id is null and b.at <= ${scope.settled}
    and (${inStretch(sql`b.at`, scope)} or b.id in (${live(scope, 'subject', 'dispute_unknown')}))`

/** All findings as one query. */
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
      disputes(scope),
    ].map(finding => sql`(${finding})`),
    sql` union all `,
  )
