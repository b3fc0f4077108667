-- Whether two persons decide about the prize and the entries of a giveaway: the value at its highest since the publication, the threshold
-- at its lowest. The publication fixes the settings that count from then on; a draft has the current settings.
-- `usual_from_cents` is the default of a shop whose owner chose no threshold.
create or replace function takes_two_persons(giveaway_id uuid, usual_from_cents integer) returns boolean language sql stable as $$
  select coalesce(g.highest_value_cents, g.value_cents) >= (
    select min(coalesce(s.from_cents, usual_from_cents)) from two_persons_setting s
    where s.settings_version >= coalesce(g.settings_since, (select version from shop_settings)))
  from giveaway g where g.id = $1
$$;
