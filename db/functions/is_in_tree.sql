-- Entries that the entry tree holds as live, entries of staff included: the leaves of their changes follow from this condition alone.
-- A card of a staff account is entered and taken out at once, because a `mail` leaf has no kind of its own for staff.
create or replace function is_in_tree(e giveaway_entry) returns boolean language sql immutable parallel safe as $$
  select e.removed_at is null and e.dispute_id is null and not (e.is_private and e.is_staff)
$$;
