-- The day of a moment in the zone of the shop that holds then. A zone that holds later changes no earlier day.
create or replace function shop_day(at timestamptz) returns date language plpgsql stable parallel safe as $$
begin
  return (at at time zone (select zone from shop_zone where since <= at order by since desc limit 1))::date;
end $$;
