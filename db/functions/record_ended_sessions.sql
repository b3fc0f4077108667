-- Records families without a session and tells every process at the commit, as publish_revocation does. 100 families a message,
-- because NOTIFY carries 8000 bytes at most.
create or replace function record_ended_sessions() returns trigger language plpgsql as $$
declare
  ids json;
begin
  insert into ended_session (family_id)
  select distinct coalesce(g.family_id, g.id) from gone g
  where not exists (select from session s where s.id = coalesce(g.family_id, g.id))
    and not exists (select from session s where s.family_id = coalesce(g.family_id, g.id))
  on conflict (family_id) do nothing;
  for ids in
    select json_agg(e.family_id) from (
      select e.family_id, (row_number() over () - 1) / 100 as batch from ended_session e
      where e.family_id in (select coalesce(g.family_id, g.id) from gone g)
    ) e group by e.batch
  loop
    perform pg_notify('redoubt', '00000000-0000-0000-0000-000000000000' || json_build_array(json_build_array('session-ended', ids))::text);
  end loop;
  return null;
end $$;

create or replace trigger session_ended after delete on session referencing old table as gone
  for each statement execute function record_ended_sessions();
