-- Columns that the rules of two persons read: the highest value and the widest states of a giveaway since its publication, which no later
-- change lowers, and the version of the settings at that moment. Null for a draft. `keep_published_terms` writes all three.
alter table giveaway
  add column highest_value_cents integer check (highest_value_cents >= 0),
  add column widest_states text[],
  add column settings_since integer;

-- The two-person settings of each version; null stands for the default of the code. `keep_two_persons_setting` writes a row for
-- each change, so that a threshold that was lower for a moment counts for the giveaways of that moment.
create table two_persons_setting (
  settings_version integer primary key,
  from_cents integer,
  is_one_person_desk boolean
);
insert into two_persons_setting (settings_version, from_cents, is_one_person_desk)
  select version, (chosen -> 'draw' ->> 'twoPersonsFromCents')::integer, (chosen -> 'draw' ->> 'onePersonDesk')::boolean
  from shop_settings;

-- Giveaways published before this migration: the audit log has the values that they had in public.
update giveaway g set
  highest_value_cents = greatest(g.value_cents, (
    select max(round((l.side ->> 'value')::numeric * 100))::integer
    from audit_log a cross join lateral (values (a.before), (a.after)) as l (side)
    where a.subject_type = 'giveaway' and a.subject_id = g.id::text and l.side ->> 'isDraft' = 'false'
      and jsonb_typeof(l.side -> 'value') = 'number')),
  widest_states = g.eligible_states,
  settings_since = 0
where g.published_at is not null;
