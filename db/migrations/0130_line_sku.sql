-- The SKU of a line when the order was placed; null where it is not certain any more. Later the variant may have another.
-- The place is the shelf from which a variant is picked, in the shop's own words.
alter table order_line add column sku text,
  add constraint order_line_sku check (length(sku) between 1 and 64) not valid;
alter table product_variant add column place text,
  add constraint product_variant_place check (length(place) between 1 and 40) not valid;
