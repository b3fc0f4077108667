-- ID tokens end together with their session, in every process (docs/decisions/0050-session-tokens.md).

-- Sessions of one browser in a row: a session that replaces another keeps its family. Null: the row's own id is the family.
alter table session add column family_id uuid;

-- Families that ended while their ID tokens may still run. Written and read by the database's clock.
create table ended_session (
  family_id uuid primary key,
  ended_at timestamptz not null default now()
);
create index ended_session_time on ended_session (ended_at);

-- Processes hear of it at the commit, so a process that dies between commit and signal leaves no valid token behind.
-- The nil UUID stands for the sender: no process takes the payload for its own.
create function record_ended_sessions() returns trigger language plpgsql as $$
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

create trigger session_ended after delete on session referencing old table as gone
  for each statement execute function record_ended_sessions();

create function publish_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('redoubt', '00000000-0000-0000-0000-000000000000' || json_build_array(json_build_array('revoked',
    json_build_object('userId', new.user_id, 'before', new.revoked_before)))::text);
  return null;
end $$;

create trigger token_revocation_published after insert or update on token_revocation
  for each row execute function publish_revocation();
