-- Whether changes of a giveaway's entries get no leaf any more, because its list is final.
create or replace function is_list_final(giveaway uuid) returns boolean language sql stable as $$
  select exists (select from draw d where d.giveaway_id = giveaway)
$$;
