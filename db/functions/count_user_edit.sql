-- Raises the version of a user whose editable fields change.
create or replace function count_user_edit() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create or replace trigger users_version before update of name, phone, birth_date on users
  for each row when ((new.name, new.phone, new.birth_date) is distinct from (old.name, old.phone, old.birth_date))
  execute function count_user_edit();
