-- The last release writes lines without an SKU.
create or replace function set_line_sku() returns trigger language plpgsql as $$
begin
  new.sku := (select v.sku from product_variant v where v.id = new.variant_id);
  return new;
end $$;

create or replace trigger order_line_sku before insert on order_line
  for each row when (new.sku is null)
  execute function set_line_sku();
