-- The price of a variant, where it differs from the product's. Null: the variant has the product's price and its sale price.
alter table product_variant add column price_cents integer check (price_cents >= 0);
