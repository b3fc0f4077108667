-- Refunds of orders.
create or replace function mark_refund_day_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.created_at);
  return null;
end $$;

create or replace trigger refund_revenue after insert or update of amount_cents on refund
  for each row execute function mark_refund_day_stale();
