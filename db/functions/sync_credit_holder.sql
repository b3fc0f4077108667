-- Keeps credit_holder equal to the accounts with available credits.
create or replace function sync_credit_holder() returns trigger language plpgsql as $$
begin
  if new.available > 0 then
    insert into credit_holder (tier, user_id) values (new.tier, new.user_id) on conflict do nothing;
  else
    delete from credit_holder where tier = new.tier and user_id = new.user_id;
  end if;
  return null;
end $$;

create or replace trigger credit_account_holder after insert on credit_account
  for each row when (new.available > 0) execute function sync_credit_holder();
create or replace trigger credit_account_holder_of_change after update of available on credit_account
  for each row when ((old.available > 0) <> (new.available > 0)) execute function sync_credit_holder();
