-- Whether two persons decide that staff give money of an order back: what staff decided to give back of it, refunds and accepted disputes,
-- together with this act, against the threshold at its lowest since the order. The caller has locked the order.
create or replace function refund_takes_two_persons(order_id uuid, act_cents integer, usual_from_cents integer) returns boolean language sql stable as $$
  select act_cents > 0 and act_cents::bigint
      + (select coalesce(sum(r.amount_cents), 0) from refund r where r.order_id = o.id and r.actor_id is not null)
      + (select coalesce(sum(d.amount_cents), 0) from dispute d where d.order_id = o.id and d.accepted_at is not null)
    >= lowest_two_persons_from(o.created_at, usual_from_cents)
  from customer_order o where o.id = $1
$$;
