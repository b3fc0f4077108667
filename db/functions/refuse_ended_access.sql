-- Refuses the session of a sign-in that began before everything that opens the account ended: a first proof of the mailbox, a password
-- reset, a sign-out everywhere. The lock lets such an end wait for this row and delete it.
create or replace function refuse_ended_access() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and access_version = new.access_version for share;
  if not found then
    raise exception 'the access of this sign-in has ended' using errcode = 'check_violation', constraint = 'access_has_ended';
  end if;
  return new;
end $$;

create or replace trigger session_access before insert on session
  for each row when (new.access_version is not null) execute function refuse_ended_access();
