import { sql } from 'kysely'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import type { DisputeWorld } from './disputes.ts'

/**
 * Invariants of a world at any moment: the ledger is consistent, frozen credits and flags belong to disputes that freeze, and no part of a
 * price is refunded twice.
 * @returns violations; empty when all hold.
 */
export async function faultsOf({ shop, users, orders }: DisputeWorld): Promise<unknown[]> {
  const ids = users.map(({ id }) => id)
  const { rows } = await sql<{ fault: string; id: string }>`
    select 'frozen balance differs' as fault, a.user_id::text as id from credit_account a
    where a.user_id = any(${ids}::uuid[]) and a.frozen <> coalesce((
      select sum(c.frozen) from dispute_credit c join dispute d on d.id = c.dispute_id join customer_order o on o.id = d.order_id
      where d.effect = 'frozen' and o.user_id = a.user_id and c.tier = a.tier), 0)
    union all
    select 'flag without a dispute that freezes', e.id::text from giveaway_entry e left join dispute d on d.id = e.dispute_id
    where e.user_id = any(${ids}::uuid[]) and e.dispute_id is not null and d.effect is distinct from 'frozen'
    union all
    select 'more is flagged than is owed', d.id::text from dispute d
    where (select count(*) from giveaway_entry e where e.dispute_id = d.id)
      > coalesce((select sum(c.flagged) from dispute_credit c where c.dispute_id = d.id), 0)
    union all
    select 'more is owed than was earned', o.id::text from customer_order o
    where o.id = any(${orders}::uuid[]) and coalesce((select sum(c.owed) from dispute_credit c join dispute d on d.id = c.dispute_id
        where d.order_id = o.id and d.effect in ('frozen', 'taken')), 0)
      > (select sum(l.entries * l.quantity) from order_line l where l.order_id = o.id)
    union all
    select 'refunds are not their sum', o.id::text from customer_order o
    where o.id = any(${orders}::uuid[])
      and o.refunded_cents <> coalesce((select sum(r.amount_cents) from refund r where r.order_id = o.id), 0)
    union all
    select 'sent while disputed', e.order_id::text from order_event e
    where e.order_id = any(${orders}::uuid[]) and e.kind in ('packed', 'shipped') and exists (
      select from order_event o where o.order_id = e.order_id and o.kind = 'disputed' and (o.at, o.id) < (e.at, e.id)
        and not exists (select from order_event c where c.order_id = e.order_id and c.kind in ('dispute_won', 'dispute_lost')
          and (c.at, c.id) < (e.at, e.id)))
    union all
    select 'drawn although flagged', f.giveaway_id::text from draw_freeze f join giveaway_entry e on e.giveaway_id = f.giveaway_id
    where e.user_id = any(${ids}::uuid[]) and e.dispute_id is not null
      and (select l.leaf from draw_leaf l where l.entry_id = e.id order by l.index desc limit 1) not like 'out %'`.execute(
    shop.services.db,
  )
  return [...rows, ...(await auditCredits(shop.system)), ...(await auditEntries(shop.system))]
}

/** Invariants after all events: the shop's disputes equal the provider's, orders are held by them, and the money is equal. */
export async function differencesOf({ shop, orders, disputes }: DisputeWorld): Promise<unknown[]> {
  const { rows } = await sql`
    with theirs as (
      select s.id, s.data->>'status' as status, s.data->>'payment_intent' as intent, (s.data->>'amount')::int as amount,
        (select coalesce(sum((b->>'amount')::int), 0) from jsonb_array_elements(s.data->'balance_transactions') b) as moved,
        (select coalesce(sum((b->>'fee')::int), 0) from jsonb_array_elements(s.data->'balance_transactions') b) as fees
      from stripe_sandbox.object s where s.id = any(${disputes}::text[])
    )
    select 'dispute differs' as fault, t.id, t.status, d.status as ours, d.effect from theirs t
      left join dispute d on d.provider_id = t.id
    where d.id is null or d.order_id is null
      or d.status <> case when t.status = 'warning_closed' then 'prevented' else replace(t.status, 'warning_', '') end
      or d.effect <> case when d.status = 'lost' then 'taken' when d.status = 'prevented' or d.is_inquiry then 'none'
        -- Decided before it was heard of, it never froze anything.
        when d.status = 'won' then case d.round when 0 then 'none' else 'released' end else 'frozen' end
      or t.moved <> coalesce((select sum(m.amount_cents) from dispute_movement m where m.dispute_id = d.id), 0)
      or t.fees <> coalesce((select sum(m.fee_cents) from dispute_movement m where m.dispute_id = d.id), 0)
    union all
    select 'hold differs', o.id::text, o.dispute_hold, o.standing, null from customer_order o
    where o.id = any(${orders}::uuid[]) and (o.dispute_hold = 'open') is distinct from coalesce((
        select nullif(bool_or(t.status like '%needs_response'), false) from theirs t where t.intent = o.payment_intent_id),
        case when o.dispute_hold is null then null else false end)
    union all
    select 'money differs', o.id::text, (o.total_cents - o.refunded_cents)::text, (c.data->>'amount_refunded'), null
    from customer_order o join stripe_sandbox.object c on c.kind = 'charge' and c.refs @> array[o.payment_intent_id]
      and (c.data->>'paid')::boolean
    where o.id = any(${orders}::uuid[]) and o.refunded_cents - coalesce((select sum(r.amount_cents) from refund r
        where r.order_id = o.id and r.status = 'failed'), 0) <> (c.data->>'amount_refunded')::int`.execute(
    shop.services.db,
  )
  return rows
}
