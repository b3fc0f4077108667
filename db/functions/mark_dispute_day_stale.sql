-- Money of chargebacks.
create or replace function mark_dispute_day_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.at);
  return null;
end $$;

create or replace trigger dispute_movement_revenue after insert on dispute_movement
  for each row execute function mark_dispute_day_stale();
