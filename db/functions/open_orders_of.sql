-- The open orders of an account, oldest first, and the members of staff of its mailbox, for a checkout that places another order. The lock
-- admits one such checkout per account until its transaction ends. A statement of its own reads after the lock, so that the orders of the
-- checkout before are seen; a plain statement would read before it waits.
create or replace function open_orders_of(buyer_id uuid, out staff uuid[], out orders jsonb) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('open orders ' || buyer_id, 0));
  staff := (
    select array_agg(s.id) from users b join users s on mailbox_of(s.email) = mailbox_of(b.email)
    where b.id = buyer_id and s.role <> 'user' and s.deleted_at is null);
  orders := (
    select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'lines', (
      select jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'quantity', l.quantity)) from order_line l where l.order_id = o.id
    )) order by o.created_at, o.id), '[]')
    from customer_order o where o.user_id = buyer_id and o.status = 'pending');
end $$;
