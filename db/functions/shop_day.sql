-- The day of a moment in the shop's official zone, Mountain time.
create or replace function shop_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'America/Denver')::date;
