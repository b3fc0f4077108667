-- Stores the payment session of an order, unless it has another one, and finds the account's open orders of an equal cart that were placed
-- since `placed_after`. The lock is that of `open_orders_of`: of two concurrent checkouts of one cart, the second sees the session of the
-- first, because its statements read after the first has committed.
create or replace function note_session(noted_id uuid, noted_session text, placed_after timestamptz, out is_noted boolean, out alike uuid[])
language plpgsql as $$
declare
  buyer_id uuid := (select user_id from customer_order where id = noted_id);
begin
  perform pg_advisory_xact_lock(hashtextextended('open orders ' || buyer_id, 0));
  update customer_order set session_id = noted_session where id = noted_id and (session_id is null or session_id = noted_session);
  is_noted := found;
  alike := array(
    select o.id from customer_order o
    where o.user_id = buyer_id and o.status = 'pending' and o.id <> noted_id and o.created_at > placed_after
      and has_equal_cart(o.id, noted_id)
    order by o.created_at desc, o.id desc limit 20);
end $$;
