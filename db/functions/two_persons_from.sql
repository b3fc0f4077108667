-- The lowest threshold of two persons since the publication of a giveaway; of the current settings for a draft.
-- `usual_from_cents` is the default of a shop whose owner chose none.
create or replace function two_persons_from(giveaway_id uuid, usual_from_cents integer) returns integer language sql stable as $$
  select min(coalesce(s.from_cents, usual_from_cents)) from giveaway g, two_persons_setting s
  where g.id = $1 and s.settings_version >= coalesce(g.settings_since, (select version from shop_settings))
$$;
