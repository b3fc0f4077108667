-- An edit of the address is an edit of its user. The job that mends an unchecked address edits nothing, so that no open form goes stale.
create or replace function count_address_edit() returns trigger language plpgsql as $$
begin
  update users set version = version + 1 where id = new.user_id;
  return null;
end $$;

create or replace trigger shipping_address_version after insert on shipping_address
  for each row execute function count_address_edit();
create or replace trigger shipping_address_version_of_edit after update on shipping_address
  for each row when ((new.line1, new.line2, new.city, new.state, new.postal_code, new.country)
    is distinct from (old.line1, old.line2, old.city, old.state, old.postal_code, old.country)
    and not (old.is_doubtful is null and new.is_doubtful is not null))
  execute function count_address_edit();
