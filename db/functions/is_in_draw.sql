-- Entries that a draw chooses from: live, not of staff, and not flagged by a disputed payment. Free entries are among them.
-- The one definition for the frozen list and for every odds figure (src/features/giveaways/entries/odds.ts). Inlined into its query.
create or replace function is_in_draw(e giveaway_entry) returns boolean language sql immutable parallel safe as $$
  select e.removed_at is null and not e.is_staff and e.dispute_id is null
$$;
