-- Reports place an order without a taxed state by its address, which may come or change after the payment.
create or replace function mark_order_state_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.paid_at);
  perform mark_revenue_stale(r.created_at) from refund r where r.order_id = new.id;
  return null;
end $$;

create or replace trigger customer_order_state_revenue after update of ship_to on customer_order
  for each row when (new.status = 'paid' and new.tax_state is null
    and new.ship_to ->> 'state' is distinct from old.ship_to ->> 'state')
  execute function mark_order_state_stale();
