-- Whether two persons decide where a paid parcel goes that staff send elsewhere: the worth of its goods before discounts, against the
-- threshold at its lowest since the order, which the audit log of the settings knows.
create or replace function order_takes_two_persons(order_id uuid, usual_from_cents integer) returns boolean language sql stable as $$
  select greatest(o.subtotal_cents, o.total_cents) >= least(
    (select coalesce(s.from_cents, usual_from_cents) from two_persons_setting s order by s.settings_version desc limit 1),
    (select min(round((l.side ->> 'draw.twoPersonsFrom')::numeric * 100))::integer
      from audit_log a cross join lateral (values (a.before), (a.after)) as l (side)
      where a.subject_type = 'settings' and a.subject_id = 'shop' and a.at >= o.created_at
        and jsonb_typeof(l.side -> 'draw.twoPersonsFrom') = 'number'))
  from customer_order o where o.id = $1
$$;
