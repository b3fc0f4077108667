import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shop } from '#app/services/services.server.ts'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import type { Pool } from '#platform/db/database.server.ts'

/** Goods of the campaign, with their initial stock. */
export type Shelf = { variantId: string; stock: number; credits: number }

const STOCK = `
  select 'stock of ' || v.id || ': ' || v.stock_on_hand || ' on hand, ' || v.held || ' held' as fault
  from product_variant v, lateral (
    select coalesce(sum(l.quantity - l.refunded) filter (where o.status = 'paid'), 0) as sold,
      coalesce(sum(l.quantity) filter (where o.status in ('pending', 'review')), 0) as held
    from order_line l join customer_order o on o.id = l.order_id where l.variant_id = v.id) s
  where v.id = $1 and (v.stock_on_hand <> $2 - s.sold or v.held <> s.held)`

/** Each effect of an order exists with the order, exactly once. */
const ORDERS = `
  select 'order ' || o.id || ': ' || e.paid || ' times paid, ' || c.earned || ' credits, ' || r.n || ' refunds' as fault
  from customer_order o,
    lateral (select count(*) as paid from order_event where order_id = o.id and kind = 'paid') e,
    lateral (select coalesce(sum(amount), 0) as earned from credit_transfer where source_id = o.id::text and kind = 'earned') c,
    lateral (select coalesce(sum(quantity * entries), 0) as earned from order_line where order_id = o.id) l,
    lateral (select count(*) as n, coalesce(sum(amount_cents), 0) as amount from refund where order_id = o.id) r
  where o.mode = 'payment' and (e.paid <> (o.status = 'paid')::int or r.n > 1 or r.amount <> o.refunded_cents
    or c.earned <> case when o.status = 'paid' then l.earned else 0 end)
  union all
  select 'membership of ' || user_id || ': ' || count(*) || ' live' from membership where status = 'active'
  group by user_id having count(*) > 1`

/** Asked of the rows alone, by none of the shop's code. */
const INVARIANTS = readFileSync(join(import.meta.dirname, '../../../db/invariants.sql'), 'utf8')

/** Checks the invariants that hold at any moment, even while jobs run. @returns a sentence for each fault. */
export async function auditOf(observer: Shop, { variantId, stock }: Shelf): Promise<string[]> {
  const { pool } = observer.services
  const [shelf, orders] = [await pool.query(STOCK, [variantId, stock]), await pool.query(ORDERS)]
  return [...(await auditOfAll(observer)), ...[...shelf.rows, ...orders.rows].map(({ fault }) => fault)]
}

/** Audits the invariants that hold with any goods and orders. */
export async function auditOfAll({ system, services: { pool } }: Shop): Promise<string[]> {
  const invariants = await pool.query(INVARIANTS)
  return [
    ...(await auditCredits(system)).map(fault => `credits: ${JSON.stringify(fault)}`),
    ...(await auditCodes(system)).map(fault => `codes: ${JSON.stringify(fault)}`),
    ...(await auditEntries(system)).map(fault => `entries: ${JSON.stringify(fault)}`),
    ...invariants.rows.map(({ fault }) => fault),
  ]
}

/** The first invoice of a membership is its order. */
const OUR_MONEY = `
  with taken as (
    select o.email, o.total_cents as charged, coalesce(r.amount, 0) as refunded
    from customer_order o left join lateral (
      select sum(amount_cents) as amount from refund where order_id = o.id and status = 'succeeded') r on true
    where o.status = 'paid' and o.total_cents > 0
    union all
    select u.email, i.amount_cents, coalesce(r.amount, 0)
    from membership_invoice i join users u on u.id = i.user_id left join lateral (
      select sum(amount_cents) as amount from membership_refund where invoice_id = i.id and status = 'succeeded') r on true
    where i.status = 'paid' and i.reason <> 'first' and i.amount_cents > 0)
  select email, sum(charged)::int as charged, count(*)::int as charges, sum(refunded)::int as refunded from taken group by 1`
const THEIR_MONEY = `
  select coalesce(u.data->>'email', c.data->'billing_details'->>'email') as email, sum((c.data->>'amount')::int)::int as charged,
    count(*)::int as charges, sum((c.data->>'amount_refunded')::int)::int as refunded
  from stripe_sandbox.object c left join stripe_sandbox.object u on u.id = c.data->>'customer' and u.kind = 'customer'
  where c.kind = 'charge' and c.data->>'status' = 'succeeded' group by 1`

/** Work that a worker may still have to do. E-mails are counted once, because a drill leaves thousands of them. */
const WAITING = `
  with emails as (select user_id, subject, count(*) as n from message where channel = 'email' group by 1, 2)
  select 'refund of order ' || order_id || ' is ' || status || case when notified_at is null then ', untold' else '' end as thing
  from refund r where (status <> 'succeeded' or (notified_at is null and amount_cents > 0))
    and not (status = 'failed' and exists (select from dispute d where d.order_id = r.order_id))
  union all
  select 'member ' || user_id || ' has no benefit' from membership m where status = 'active'
    and not exists (select from credit_transfer t where t.user_id = m.user_id and t.kind = 'benefit')
  union all
  select 'member ' || user_id || ' has ' || count(*) || ' benefits of ' || source_id from credit_transfer where kind = 'benefit'
  group by user_id, source_id having count(*) > 1
  union all
  select 'order ' || o.id || ' has no membership' from customer_order o
  where o.status = 'paid' and o.mode = 'subscription' and not exists (select from membership where user_id = o.user_id)
  union all
  select 'order ' || o.id || ' has ' || coalesce(l.n, 0) || ' receipts' from customer_order o
  left join emails l on l.user_id = o.user_id and l.subject = 'Your Redoubt order RD-' || o.number
  where o.status = 'paid' and o.mode = 'payment' and l.n is distinct from 1
  union all
  select 'giveaway ' || d.giveaway_id || ' has ' || l.n || ' e-mails to its winner' from (
      select giveaway_id, user_id, count(*) as places from winner where user_id is not null group by 1, 2) d
    join giveaway g on g.id = d.giveaway_id, lateral (
    select count(*) as n from message m where m.user_id = d.user_id and m.channel = 'email' and m.subject like 'You won ' || g.title || '. %') l
  where l.n <> d.places
  union all
  select distinct 'giveaway ' || f.giveaway_id || ' has ' || coalesce(l.n, 0) || ' e-mails of its freeze to ' || e.user_id
  from draw_freeze f join giveaway g on g.id = f.giveaway_id join giveaway_entry e on e.giveaway_id = g.id
  left join emails l on l.user_id = e.user_id and l.subject = 'The list is sealed: ' || g.title
  where f.slip = 0 and e.user_id is not null and l.n is distinct from 1 and is_in_draw(e)
  union all
  select 'event ' || id || ' of giveaway ' || giveaway_id || ' has no leaf' from claim_event
  union all
  select 'giveaway ' || f.giveaway_id || ' is not drawn' from draw_freeze f
  where not exists (select from draw d where d.giveaway_id = f.giveaway_id) group by f.giveaway_id 
  having max(draws_at) < now() + interval '1 hour'
  union all
  select 'giveaway ' || f.giveaway_id || ' is not witnessed' from draw_freeze f
  where not exists (select from freeze_quorum q where q.giveaway_id = f.giveaway_id) group by f.giveaway_id`

type Money = { email: string; charged: number; charges: number; refunded: number }

/**
 * Lists work that must finish within a time limit: payments settled or refunded, refunds paid, e-mails, benefits, and the provider's
 * books equal to the shop's for each person.
 * @returns a sentence for each item, constant while the item does not change.
 */
export async function unfinishedOf(pool: Pool, provider: Pool): Promise<string[]> {
  const [ours, theirs] = [await pool.query<Money>(OUR_MONEY), await provider.query<Money>(THEIR_MONEY)]
  const known = new Map(ours.rows.map(row => [row.email, row]))
  const unequal = theirs.rows.flatMap(row => {
    const own = known.get(row.email)
    known.delete(row.email)
    // A person whose order was lost must have a full refund.
    if (!own && row.refunded === row.charged) return []
    const isEqual = own && own.charged === row.charged && own.charges === row.charges && own.refunded === row.refunded
    return isEqual ? [] : [`provider: ${JSON.stringify(row)}, shop: ${JSON.stringify(own)}`]
  })
  const uncharged = [...known.values()].map(row => `never charged by the provider: ${JSON.stringify(row)}`)
  const { rows } = await pool.query<{ thing: string }>(WAITING)
  return [...unequal, ...uncharged, ...rows.map(({ thing }) => thing)]
}
