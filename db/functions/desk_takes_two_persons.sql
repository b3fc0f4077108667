-- The rule of the mail-in desk: two persons also below the threshold, unless an owner allowed one person all the time since the
-- publication. A rule that is switched off for a moment counts as on.
create or replace function desk_takes_two_persons(giveaway_id uuid, usual_from_cents integer, usual_one_person boolean)
returns boolean language sql stable as $$
  select takes_two_persons(g.id, usual_from_cents) or exists (
    select from two_persons_setting s
    where s.settings_version >= coalesce(g.settings_since, (select version from shop_settings))
      and not coalesce(s.is_one_person_desk, usual_one_person))
  from giveaway g where g.id = $1
$$;
