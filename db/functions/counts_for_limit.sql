-- Entries that count for the entry limit of their user: live and bought with a credit, so that mail never takes a slot away.
-- giveaway_participant.entry_count is their number: claim_slots keeps it within the limit, and auditEntries compares both.
create or replace function counts_for_limit(e giveaway_entry) returns boolean language sql immutable parallel safe as $$
  select e.removed_at is null and not e.is_private
$$;
