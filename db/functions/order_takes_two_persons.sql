-- Whether two persons decide where a paid parcel goes that staff send elsewhere: the worth of its goods before discounts, against the
-- threshold at its lowest since the order.
create or replace function order_takes_two_persons(order_id uuid, usual_from_cents integer) returns boolean language sql stable as $$
  select greatest(o.subtotal_cents, o.total_cents) >= lowest_two_persons_from(o.created_at, usual_from_cents)
  from customer_order o where o.id = $1
$$;
