-- Further payment providers: orders name their provider by its id, and the views of the books no longer name one.

-- Not validated, because every older row passes: the former check allowed three of these values.
alter table customer_order drop constraint customer_order_payment_method_check,
  add constraint customer_order_payment_method_check check (payment_method ~ '^[a-z_]{1,20}$') not valid;

-- `gateway` is a provider of checkouts only: no list confirms its money (view book_gateway_money).
create or replace view book_order as
  select id, number, user_id, email, status, session_id, payment_intent_id, subscription_id, created_at, paid_at
  from customer_order where payment_method not in ('gateway', 'none');

create or replace view book_payment as
  select 'order' as source, id::text as subject, id as order_id, null::text as invoice_id, user_id, payment_intent_id,
    total_cents as amount_cents, currency, paid_at as at
  from customer_order where status = 'paid' and payment_method not in ('gateway', 'none') and total_cents > 0
  union all
  select 'renewal', id, null, id, user_id, payment_intent_id, amount_cents, 'usd', paid_at
  from membership_invoice where status = 'paid' and reason <> 'first' and amount_cents > 0;

create or replace view book_refund as
  select r.id::text as id, r.order_id, o.user_id, o.payment_intent_id, r.provider_id, r.status, r.amount_cents, o.currency,
    r.created_at as at
  from refund r join customer_order o on o.id = r.order_id
  where o.payment_method not in ('gateway', 'none') and r.amount_cents > 0
  union all
  select r.id, null, i.user_id, i.payment_intent_id, r.id, r.status, r.amount_cents, 'usd', r.created_at
  from membership_refund r join membership_invoice i on i.id = r.invoice_id;
