-- Keeps the two-person settings of each version, in the transaction of the change.
create or replace function keep_two_persons_setting() returns trigger language plpgsql as $$
begin
  insert into two_persons_setting (settings_version, from_cents, is_one_person_desk)
    values (new.version, (new.chosen -> 'draw' ->> 'twoPersonsFromCents')::integer, (new.chosen -> 'draw' ->> 'onePersonDesk')::boolean)
    on conflict do nothing;
  return new;
end $$;

create or replace trigger shop_settings_two_persons after insert or update of version on shop_settings
  for each row execute function keep_two_persons_setting();
