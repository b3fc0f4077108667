-- The shop's prefix of order numbers when the order was placed (setting `brand.orderPrefix`). The last release writes none and shows RD.
alter table customer_order add column prefix text default 'RD' not null;

create or replace view book_order as
  select id, number, user_id, email, status, session_id, payment_intent_id, subscription_id, created_at, paid_at, prefix
  from customer_order where payment_method not in ('gateway', 'none');

-- The last release reads the number, this one the reference.
create or replace view user_event as
  select o.user_id, date_trunc('milliseconds', e.at) as at, e.id, 'order' as kind, e.kind as what,
    jsonb_build_object('number', o.number, 'reference', o.prefix || '-' || o.number, 'cents', coalesce((e.detail->>'amountCents')::integer, o.total_cents), 'note', e.note) as detail,
    null::tier as tier, null::integer as amount, 'order' as subject_type, o.id::text as subject_id, e.actor_id
  from order_event e join customer_order o on o.id = e.order_id
  union all
  select e.user_id, date_trunc('milliseconds', e.created_at), e.id, 'entry', case when e.is_private then 'mailed' when e.is_auto_entry then 'auto' else 'entered' end,
    jsonb_build_object('title', g.title, 'slot', e.slot_number), g.tier, null, 'giveaway', g.id::text,
    case when e.is_private then e.created_by end
  from giveaway_entry e join giveaway g on g.id = e.giveaway_id
  union all
  select e.user_id, date_trunc('milliseconds', e.removed_at), e.id, 'entry', 'removed',
    jsonb_build_object('title', g.title, 'slot', e.slot_number), g.tier, null, 'giveaway', g.id::text, e.removed_by
  from giveaway_entry e join giveaway g on g.id = e.giveaway_id where e.removed_at is not null
  union all
  select t.user_id, date_trunc('milliseconds', t.created_at), t.id, 'credit', t.kind, jsonb_build_object('description', t.description), t.tier,
    case when t.credit = 'available' then t.amount else -t.amount end, null, null, nullif(t.actor_id, t.user_id)
  from credit_transfer t where 'available' in (t.debit, t.credit)
  union all
  select m.user_id, date_trunc('milliseconds', m.started_at), m.id, 'membership', 'began', jsonb_build_object('plan', m.plan), null, null, null, null, null
  from membership m
  union all
  select m.user_id, date_trunc('milliseconds', m.ended_at), m.id, 'membership', 'ended', jsonb_build_object('plan', m.plan), null, null, null, null, null
  from membership m where m.ended_at is not null
  union all
  select t.user_id, date_trunc('milliseconds', t.created_at), t.id, 'ticket', t.type, jsonb_build_object('subject', t.subject), null, null, 'ticket', t.id::text, null
  from support_ticket t
  union all
  select c.user_id, date_trunc('milliseconds', c.at), c.id, 'consent', c.channel, jsonb_build_object('given', c.given, 'of', c.kind, 'source', c.source), null, null, null, null, null
  from consent_record c
  union all
  select s.user_id, date_trunc('milliseconds', s.created_at), s.id, 'sign-in', 'signed in', jsonb_build_object('browser', s.user_agent), null, null, null, null, null
  from session s
  union all
  select u.id, date_trunc('milliseconds', u.created_at), u.id, 'sign-in', 'joined', '{}', null, null, null, null, null
  from users u
  union all
  select n.user_id, date_trunc('milliseconds', n.created_at), n.id, 'staff', 'noted', jsonb_build_object('note', n.note), null, null, null, null, n.author_id
  from user_note n;
