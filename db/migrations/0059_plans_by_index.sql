-- A session keeps the plan of each statement in these functions. One that was made while a table had ten rows reads that table
-- as a whole, also when it has grown. Without sequential scans PostgreSQL takes the index at any size. The shop sets the same for
-- its own sessions; here it also holds behind a pooler and for the release before. See docs/decisions/0060-plans-by-index.md.
alter function claim_slots(uuid, uuid, integer[], integer, uuid[], uuid[], timestamptz, boolean, boolean, date)
  set enable_seqscan = off;
alter function auto_enter(uuid, uuid, uuid, uuid, timestamptz, date) set enable_seqscan = off;
