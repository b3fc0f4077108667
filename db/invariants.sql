-- What must hold at any moment, asked of the rows alone and by none of the shop's code. Each line that comes out is a fault; no line is good.
-- Used by the campaign of kills, the drill of failovers and the restore test of backups. Holds in one snapshot, even while jobs run.
with moved as (
  select user_id, tier, balance, sum(change) as total from (
    select user_id, tier, credit as balance, amount as change from credit_transfer
    union all select user_id, tier, debit, -amount from credit_transfer) m group by 1, 2, 3
), held as (
  select user_id, tier, balance, total from credit_account, lateral (values
    ('issued', -issued), ('available', available), ('spent', spent), ('frozen', frozen)) b (balance, total)
), fault (invariant, subject) as (
  select '01 a balance is the sum of its transfers', user_id || ' ' || tier || ' ' || balance
  from held full join moved using (user_id, tier, balance) where coalesce(held.total, 0) <> coalesce(moved.total, 0)
  union all
  select '02 credits issued are available, spent or frozen', user_id || ' ' || tier from credit_account
  where issued <> available + spent + frozen or least(issued, available, spent, frozen) < 0
  union all
  select '03 an order''s total is the sum of its parts', id::text from customer_order
  where total_cents <> subtotal_cents - discount_cents + fee_cents + shipping_cents + tax_cents
    or fee_cents <> fee_client_cents + fee_platform_cents
  union all
  select '04 the lines of an order are its subtotal and its discount', o.id::text from customer_order o
    join (select order_id, sum(unit_cents * quantity) as subtotal, sum(discount_cents) as discount from order_line group by 1) l
      on l.order_id = o.id where l.subtotal <> o.subtotal_cents or l.discount <> o.discount_cents
  union all
  select '05 an order is paid once, when it is paid', o.id::text from customer_order o
    left join (select order_id, count(*) as n from order_event where kind = 'paid' group by 1) e on e.order_id = o.id
  where coalesce(e.n, 0) > 1 or (o.status = 'paid') <> (o.paid_at is not null) or (coalesce(e.n, 0) = 1 and o.status <> 'paid')
  union all
  select '06 one payment of the provider settles one order', payment_intent_id from customer_order
  where payment_intent_id is not null group by payment_intent_id having count(*) > 1
  union all
  select '07 credits are earned once, by a paid order', t.source_id from credit_transfer t
    left join customer_order o on o.id::text = t.source_id
  where t.kind = 'earned' and t.source_type = 'order' group by t.source_id, t.tier, o.status
  having count(*) > 1 or o.status is distinct from 'paid'
  union all
  select '08 refunds are what the order says was refunded', o.id::text from customer_order o
    left join (select order_id, sum(amount_cents) as cents from refund where status <> 'failed' and not tax_only group by 1) r on r.order_id = o.id
  where o.mode = 'payment' and coalesce(r.cents, 0) > o.total_cents
  union all
  select '09 a refund is the sum of its parts', id::text from refund
  where amount_cents <> subtotal_cents - discount_cents + fee_client_cents + fee_platform_cents + shipping_cents + tax_cents
  union all
  select '10 no more pieces come back than were bought', order_id || ' ' || position from order_line where refunded > quantity or refunded < 0
  union all
  select '11 stock is never negative, and held stock is that of unpaid orders', v.id::text from product_variant v
    left join (select l.variant_id, sum(l.quantity) as n from order_line l join customer_order o on o.id = l.order_id
      where o.status in ('pending', 'review') group by 1) h on h.variant_id = v.id
  where v.stock_on_hand < 0 or v.held < 0 or v.stock_on_hand is not null and v.held <> coalesce(h.n, 0)
  union all
  select '12 a code is used as often as its counter says', c.id::text from coupon c
    left join (select coupon_id, count(*) filter (where state = 'held') as held, count(*) filter (where state = 'used') as used
      from code_use group by 1) u on u.coupon_id = c.id
  where c.held <> coalesce(u.held, 0) or c.used <> coalesce(u.used, 0)
  union all
  select '13 a slot has one live entry', giveaway_id || ' ' || slot_number from giveaway_entry
  where removed_at is null group by giveaway_id, slot_number having count(*) > 1
  union all
  select '14 a live entry that was not mailed was paid with one credit', e.id::text from giveaway_entry e
    left join (select source_id, sum(case kind when 'entry' then amount else -amount end) as n
      from credit_transfer where source_type = 'entry' group by 1) p on p.source_id = e.id::text
  where not e.is_private and coalesce(p.n, 0) <> (e.removed_at is null or e.is_forfeited)::int
  union all
  select '15 a participant has as many entries as counted', coalesce(p.giveaway_id, e.giveaway_id) || ' ' || coalesce(p.user_id, e.user_id)
  from giveaway_participant p full join (
    select giveaway_id, user_id, count(*) as n from giveaway_entry where removed_at is null and not is_private group by 1, 2) e
      on e.giveaway_id = p.giveaway_id and e.user_id = p.user_id
  where coalesce(p.entry_count, 0) <> coalesce(e.n, 0)
  union all
  select '16 a giveaway has one draw, of its frozen list, for the entry in the slot', d.giveaway_id::text from draw d
    left join giveaway_entry e on e.id = d.winner_entry_id
  where e.giveaway_id is distinct from d.giveaway_id
    or d.round is not null and not exists (select from draw_freeze f where f.giveaway_id = d.giveaway_id and f.round = d.round)
  union all
  select '17 a drawn giveaway has winners, one a place', d.giveaway_id::text from draw d
    left join (select giveaway_id, count(*) as n, count(distinct place) as places from winner group by 1) w on w.giveaway_id = d.giveaway_id
  where coalesce(w.n, 0) = 0 or w.n <> w.places
  union all
  select '18 the log has every leaf from 0 to its size', 'shop_log' from shop_log_tree t
  where t.size <> (select count(*) from shop_log) or t.size <> (select coalesce(max(index) + 1, 0) from shop_log)
  union all
  select '19 a signed state of the log is within the log', size::text from log_checkpoint where size > (select size from shop_log_tree)
  union all
  select '20 an entry tree has every leaf from 0 to its size', t.giveaway_id::text from draw_tree t
    left join (select giveaway_id, count(*) as n, max(index) as last from draw_leaf group by 1) l on l.giveaway_id = t.giveaway_id
  where t.size <> coalesce(l.n, 0) or t.size <> coalesce(l.last + 1, 0)
  union all
  select '21 a person has one live membership', user_id::text from membership where status = 'active' group by user_id having count(*) > 1
  union all
  select '22 a confirmed proposal has another decider than its proposer', id::text from staff_proposal
  where decision = 'confirmed' and (decided_by is null or decided_by = proposed_by) or (decision is null) <> (decided_at is null)
  union all
  select '23 a once mark is a hash and names no person', kind from once_mark
  where kind !~ '^[a-z]+( [a-z]+)*$' or octet_length(hash) <> 32 or uses < 1
  union all
  select '23 a once mark is a hash and names no person', 'column ' || attname from pg_attribute
  where attrelid = 'once_mark'::regclass and attnum > 0 and not attisdropped
    and attname not in ('kind', 'hash', 'uses', 'day', 'lapses_at')
  union all
  select '24 a role of an unproven account waits for the proof', id::text from users
  where deleted_at is null and (mailbox_unproven and role <> 'user' or offered_role is not null and (role <> 'user' or not mailbox_unproven))
  union all
  select '25 a switch is what the latest consent says', u.id || ' ' || r.channel from users u
    left join notification_preference p on p.user_id = u.id
    join lateral (select distinct on (channel) channel, given from consent_record
      where user_id = u.id and kind is null order by channel, at desc, id desc) r on true
  where u.deleted_at is null and case r.channel
    when 'push' then u.push_consent <> r.given
    when 'email' then coalesce(p.email_opt_in, true) <> r.given
    -- A consent to SMS that is given after STOP is recorded, and counts from START on.
    else u.sms_consent and not r.given end
  union all
  select '26 the push switch that the last release reads is the consent', u.id::text from users u
    left join notification_preference p on p.user_id = u.id
  where u.deleted_at is null and u.push_consent <> coalesce(p.push_opt_in, false)
)
select invariant || ': ' || subject as fault from fault order by 1 limit 100;
