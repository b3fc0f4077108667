-- Sets used_at at the first use of a picture by a product. An unknown key is left to the foreign key.
create or replace function mark_picture_used() returns trigger language plpgsql as $$
begin
  update picture set used_at = now() where key = new.picture_key and used_at is null;
  return new;
end $$;

create or replace trigger product_image_uses before insert or update of picture_key on product_image
  for each row execute function mark_picture_used();
create or replace trigger product_variant_uses before insert or update of picture_key on product_variant
  for each row when (new.picture_key is not null) execute function mark_picture_used();
