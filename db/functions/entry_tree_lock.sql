-- Key of the advisory lock of a giveaway's entry tree. The sequencer and the freeze hold it alone; claims never take it.
create or replace function entry_tree_lock(giveaway uuid) returns bigint language sql immutable parallel safe
  return uuid_hash_extended(giveaway, 1);
