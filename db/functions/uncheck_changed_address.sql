-- A changed address is unchecked, whichever release changes it, unless the same write checks it.
create or replace function uncheck_changed_address() returns trigger language plpgsql as $$
begin
  if new.is_doubtful is not distinct from old.is_doubtful then new.is_doubtful := null; end if;
  return new;
end $$;

create or replace trigger shipping_address_unchecked before update on shipping_address
  for each row when ((new.city, new.state, new.postal_code, new.country)
    is distinct from (old.city, old.state, old.postal_code, old.country))
  execute function uncheck_changed_address();
create or replace trigger saved_address_unchecked before update on saved_address
  for each row when ((new.city, new.state, new.postal_code, new.country)
    is distinct from (old.city, old.state, old.postal_code, old.country))
  execute function uncheck_changed_address();
