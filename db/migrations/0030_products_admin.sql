-- Staff at work on the catalogue: pictures that nobody came to use, and lists that are sorted and searched by the server.

-- When a picture was first put on something. What never was is an upload that was given up, and is removed after a day; what ever
-- was stays, because orders go on showing it. Setting it and removing an unused picture lock the same row, so one of them comes first.
alter table picture add column used_at timestamptz;
update picture set used_at = now();
create index picture_unused on picture (created_at) where used_at is null;

-- Pictures of a product and its variants, which the foreign key finds when they are not there.
create function mark_picture_used() returns trigger language plpgsql as $$
begin
  update picture set used_at = now() where key = new.picture_key and used_at is null;
  return new;
end $$;
create trigger product_image_uses before insert or update of picture_key on product_image
  for each row execute function mark_picture_used();
create trigger product_variant_uses before insert or update of picture_key on product_variant
  for each row when (new.picture_key is not null) execute function mark_picture_used();

-- A giveaway names its pictures in one column, as `s3:` and the key.
create function mark_giveaway_pictures_used() returns trigger language plpgsql as $$
begin
  update picture set used_at = now()
    where key in (select substr(image, 4) from unnest(new.images) as image order by image) and used_at is null;
  return new;
end $$;
create trigger giveaway_uses_pictures before insert or update of images on giveaway
  for each row execute function mark_giveaway_pictures_used();

-- The orders in which staff read the products; each ends with the id, so that a page begins where the last one ended.
create index product_by_order on product ((coalesce(display_order, 2147483647)), placement, id) where archived_at is null;
create index product_by_name on product (lower(name) collate "C", id) where archived_at is null;
create index product_by_paid on product (paid_cents, id) where archived_at is null;
create index product_by_change on product (updated_at, id) where archived_at is null;

-- Words within names and SKUs, where pg_trgm is to be had (0016_store_search.sql).
do $$
begin
  create index product_name_within on product using gin (lower(name) gin_trgm_ops) where archived_at is null;
  create index product_variant_sku_within on product_variant using gin (lower(sku) gin_trgm_ops) where archived_at is null;
exception when undefined_object then
  raise warning 'pg_trgm is not available: staff search products without an index';
end $$;
