-- The shop ships to the countries of its settings, without a choice to the United States alone. The settings are share-locked: a change
-- of the list waits for the address, or the address reads the changed list.
create or replace function refuse_unserved_country() returns trigger language plpgsql as $$
declare
  served jsonb;
begin
  select chosen #> '{shipping,countries}' into served from shop_settings for share;
  if not coalesce(served, '["US"]') ? new.country then
    raise exception 'the shop does not ship to %', new.country
      using errcode = 'check_violation', table = 'shipping_address', constraint = 'country_served';
  end if;
  return new;
end $$;

create or replace trigger shipping_address_served before insert or update of country on shipping_address
  for each row execute function refuse_unserved_country();
