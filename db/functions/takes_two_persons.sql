-- Whether two persons decide about the prize and the entries of a giveaway: the value at its highest since the publication, the threshold
-- at its lowest. The publication fixes the settings that count from then on; a draft has the current settings.
create or replace function takes_two_persons(giveaway_id uuid, usual_from_cents integer) returns boolean language sql stable as $$
  select coalesce(g.highest_value_cents, g.value_cents) >= two_persons_from(g.id, usual_from_cents) from giveaway g where g.id = $1
$$;
