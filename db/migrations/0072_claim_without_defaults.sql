-- Defaults cannot be taken from a function. With them, a call of 0.9.0 with eleven arguments would fit two functions
-- (docs/decisions/0151-functions-of-the-last-release-stay.md). No release has this function; db/functions creates it right after.
drop function if exists claim_slots(
  uuid, uuid, integer[], integer, uuid[], uuid[], timestamptz, boolean, boolean, date, jsonb, text[], text);
