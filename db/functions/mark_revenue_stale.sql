-- Marks the day of a fact for a new roll-up, in the transaction that writes the fact. A roll-up holds the day's lock alone, so that it
-- sees the fact, or the fact sees the rolled up day.
create or replace function mark_revenue_stale(at timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(724, shop_day(at) - date '2000-01-01');
  insert into revenue_stale_day (day)
    select shop_day(at) where exists (select from revenue_rolled_day where day = shop_day(at));
end $$;
