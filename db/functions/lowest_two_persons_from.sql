-- The threshold of two persons at its lowest since a moment, which the audit log of the settings knows. `usual_from_cents` is the default
-- of a shop whose owner chose none.
create or replace function lowest_two_persons_from(since timestamptz, usual_from_cents integer) returns integer language sql stable as $$
  select least(
    (select coalesce(s.from_cents, usual_from_cents) from two_persons_setting s order by s.settings_version desc limit 1),
    (select min(round((l.side ->> 'draw.twoPersonsFrom')::numeric * 100))::integer
      from audit_log a cross join lateral (values (a.before), (a.after)) as l (side)
      where a.subject_type = 'settings' and a.subject_id = 'shop' and a.at >= since
        and jsonb_typeof(l.side -> 'draw.twoPersonsFrom') = 'number'))
$$;
