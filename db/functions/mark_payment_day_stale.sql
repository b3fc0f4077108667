-- Payments of orders and renewals.
create or replace function mark_payment_day_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.paid_at);
  return null;
end $$;

create or replace trigger customer_order_revenue after insert or update of status, paid_at on customer_order
  for each row when (new.status = 'paid') execute function mark_payment_day_stale();
create or replace trigger membership_invoice_revenue
  after insert or update of status, reason, amount_cents, refunded_cents, paid_at on membership_invoice
  for each row when (new.status = 'paid' and new.reason <> 'first') execute function mark_payment_day_stale();
