-- Products that users saved. One line a product, with the variant that the user chose last.
create table wish (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references product (id) on delete cascade,
  -- Null while the user has chosen none.
  variant_id uuid references product_variant (id) on delete set null,
  -- The price of one unit when it was saved, without the fee.
  price_cents integer not null check (price_cents >= 0),
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index wish_list on wish (user_id, created_at desc, product_id);
create index wish_product on wish (product_id);
create index wish_variant on wish (variant_id) where variant_id is not null;
