-- A shop that had an owner keeps one who can sign in. Concurrent changes wait for the lock, and the second one reads what the first
-- one left.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_owner'));
  if not exists (select from users where role = 'owner' and enabled) then
    raise exception 'the last owner cannot be removed' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end $$;

create or replace trigger users_keep_an_owner after update of role, enabled on users
  for each row when (old.role = 'owner' and old.enabled and (new.role <> 'owner' or not new.enabled))
  execute function keep_an_owner();
create or replace trigger users_keep_an_owner_on_delete after delete on users
  for each row when (old.role = 'owner' and old.enabled) execute function keep_an_owner();
