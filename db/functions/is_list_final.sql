-- Whether the list of a giveaway is frozen: from then on no entry is added, removed, moved or flagged, and changes of rows get no leaf.
-- Drawn giveaways of earlier releases have no freeze.
create or replace function is_list_final(giveaway uuid) returns boolean language sql stable as $$
  select exists (select from draw_freeze f where f.giveaway_id = giveaway) or exists (select from draw d where d.giveaway_id = giveaway)
$$;
