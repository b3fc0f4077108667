-- A frozen list never changes: no entry is added, removed, moved or flagged. Drawn giveaways of earlier releases have no freeze.
create or replace function is_frozen(giveaway uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from draw_freeze f where f.giveaway_id = giveaway) or exists (select from draw d where d.giveaway_id = giveaway)
$$;
