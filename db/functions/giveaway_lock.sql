-- Key of the advisory lock of a giveaway: claims hold it shared, close and draw hold it alone.
create or replace function giveaway_lock(giveaway uuid) returns bigint language sql immutable parallel safe
  return uuid_hash_extended(giveaway, 0);
