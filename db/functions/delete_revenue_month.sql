-- A month is the sum of its rolled up days: a deleted day deletes its month.
create or replace function delete_revenue_month() returns trigger language plpgsql as $$
begin
  delete from revenue_rolled_month where month = date_trunc('month', old.day::timestamp)::date;
  return null;
end $$;

create or replace trigger revenue_rolled_day_deleted after delete on revenue_rolled_day
  for each row execute function delete_revenue_month();
