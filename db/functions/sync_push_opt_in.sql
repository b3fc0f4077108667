-- Keeps notification_preference.push_opt_in, which the last release reads, equal to users.push_consent, the one record of the choice
-- (docs/decisions/0184-one-rule-one-record.md). The last release writes both where it writes push_opt_in.
create or replace function sync_push_opt_in() returns trigger language plpgsql as $$
begin
  if new.push_consent then
    insert into notification_preference as p (user_id, push_opt_in) values (new.id, true)
      on conflict (user_id) do update set push_opt_in = true where not p.push_opt_in;
  else
    update notification_preference set push_opt_in = false where user_id = new.id and push_opt_in;
  end if;
  return null;
end $$;

create or replace trigger users_push_opt_in after update of push_consent on users
  for each row when (old.push_consent <> new.push_consent) execute function sync_push_opt_in();
create or replace trigger users_push_opt_in_of_new after insert on users
  for each row when (new.push_consent) execute function sync_push_opt_in();
