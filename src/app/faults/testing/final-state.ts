import type { Pool } from '#platform/db/database.server.ts'

/**
 * The final state of one user's purchases, in the shop's and the provider's books, without ids, timestamps and order numbers.
 * Two users with equal steps have equal states, regardless of failures. Each user needs separate goods and codes, because stock and code
 * uses are counted too. Cancelled unpaid orders leave no trace, so they are omitted.
 * @param provider the sandbox's database, if it is not the shop's.
 */
export async function finalStateOf(
  pool: Pool,
  { userId, email }: { userId: string; email: string },
  provider: Pool = pool,
): Promise<FinalState> {
  const [ours, theirs] = await Promise.all([
    pool.query<{ state: object }>(OUR_STATE, [userId]),
    provider.query<{ state: object }>(PROVIDER_STATE, [email]),
  ])
  return { ...ours.rows[0]!.state, ...theirs.rows[0]!.state } as FinalState
}

/** The parts that tests read directly. */
export type FinalState = {
  orders: { standing: string; refunded: number; total: number; sales: number }[]
  unfinished: number
  charged: { amount: number; refunded: number }[]
  paidBack: { amount: number; status: string }[]
  subscriptions: { status: string }[]
  emails: string[]
}

const list = (select: string) => `(select coalesce(json_agg(x order by x::text), '[]') from (${select}) x)`

const ORDERS = `
  select o.standing, o.mode, o.subtotal_cents, o.discount_cents, o.fee_client_cents, o.fee_platform_cents, o.tax_cents,
    o.total_cents as total, o.refunded_cents as refunded, o.payment_method, o.session_id is not null as has_session,
    (select count(*) from recorded_sale s where s.order_id = o.id) as sales,
    ${list(`select l.quantity, l.refunded, l.backordered, l.discount_cents from order_line l where l.order_id = o.id`)} as lines,
    ${list(`select e.kind, e.detail, e.note from order_event e where e.order_id = o.id`)} as events,
    ${list(`select u.state, u.late, u.amount_cents from code_use u where u.order_id = o.id`)} as uses,
    ${list(`select r.status, r.origin, r.amount_cents, r.credits_taken, r.entries_removed, r.notified_at is not null as told
      from refund r where r.order_id = o.id`)} as refunds
  from customer_order o where o.user_id = $1 and o.status = 'paid'`

const MINE = `select id from customer_order where user_id = $1`

const OUR_STATE = `
  select json_build_object(
    'orders', ${list(ORDERS)},
    'unfinished', (select count(*) from customer_order where user_id = $1 and status in ('pending', 'review')),
    'stock', ${list(`select v.stock_on_hand, v.held from product_variant v where v.id in (
      select variant_id from order_line where order_id in (${MINE}))`)},
    'codes', ${list(`select c.held, c.used, c.late from coupon c where c.id in (
      select coupon_id from code_use where order_id in (${MINE}))`)},
    'accounts', ${list('select tier, issued, available, spent from credit_account where user_id = $1')},
    'transfers', ${list('select tier, kind, amount, source_type from credit_transfer where user_id = $1')},
    'entries', (select count(*) from giveaway_entry where user_id = $1 and removed_at is null),
    'memberships', ${list(`select plan, status, price_cents, cancel_at_period_end, next_plan, benefit_month <> '' as benefit
      from membership where user_id = $1`)},
    'invoices', ${list('select reason, status, amount_cents, refunded_cents from membership_invoice where user_id = $1')},
    'emails', ${list(`select regexp_replace(subject, 'RD-\\d+', 'RD') || ' by ' || channel as x from message
      where user_id = $1`).replace('json_agg(x ', 'json_agg(x.x ')}
  ) as state`

const PROVIDER_STATE = `
  with customers as (select id from stripe_sandbox.object where kind = 'customer' and data->>'email' = $1),
  charges as (
    select data from stripe_sandbox.object where kind = 'charge' and data->>'status' = 'succeeded'
      and (data->'billing_details'->>'email' = $1 or data->>'customer' in (select id from customers)))
  select json_build_object(
    'charged', ${list(`select (data->>'amount')::int as amount, (data->>'amount_refunded')::int as refunded from charges`)},
    'paidBack', ${list(`select (r.data->>'amount')::int as amount, r.data->>'status' as status from stripe_sandbox.object r
      where r.kind = 'refund' and r.data->>'payment_intent' in (select data->>'payment_intent' from charges)`)},
    'subscriptions', ${list(`select data->>'status' as status, data->>'cancel_at_period_end' as ends
      from stripe_sandbox.object where kind = 'subscription' and data->>'customer' in (select id from customers)`)}
  ) as state`
