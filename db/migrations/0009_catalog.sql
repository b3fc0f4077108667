-- Products, variants with stock, pictures and reviews.

-- Uploaded pictures, stored as `<key>-<width>.avif|webp`.
create table picture (
  key text primary key check (key ~ '^(products|giveaways)/[A-Za-z0-9/_-]+$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text not null check (placeholder like 'data:image/%'),
  created_at timestamptz not null default now(),
  -- First use by a product or giveaway. An unused picture is deleted after a day; a used one stays, because orders show it.
  -- First use and deletion lock this row, so that they cannot overlap.
  used_at timestamptz
);
create index picture_unused on picture (created_at) where used_at is null;

create table product (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 140),
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  tier tier not null default 'Bronze',
  price_cents integer not null check (price_cents >= 0),
  sale_price_cents integer check (sale_price_cents >= 0 and sale_price_cents < price_cents),
  -- The price that a shopper pays.
  paid_cents integer not null generated always as (coalesce(sale_price_cents, price_cents)) stored,
  -- Credits of the tier that one unit earns.
  entries integer not null default 0 check (entries >= 0),
  category text not null,
  display_order integer check (display_order >= 0),
  -- Random position among products without a display order; stored so that all pages of the list agree.
  placement double precision not null default random(),
  is_subscription boolean not null default false,
  interval text not null default 'month' check (interval in ('month', 'year')),
  features text[] not null default '{}',
  -- json instead of jsonb, because json keeps the order of the keys.
  specifications json not null default '{}' check (json_typeof(specifications) = 'object'),
  -- Ratings without text count too, so that these exceed the number of reviews.
  rating_count integer not null default 0 check (rating_count >= 0),
  rating_total integer not null default 0 check (rating_total between rating_count and rating_count * 5),
  -- False stops the sale at any stock.
  for_sale boolean not null default true,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', category), 'B') ||
    setweight(to_tsvector('english', description), 'C')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  -- Counts edits, so that a save on stale data is a version conflict.
  version integer not null default 1
);
create unique index product_display_order on product (display_order) where archived_at is null;
create index product_shown on product (created_at desc, id) where archived_at is null;
create index product_search on product using gin (search);
-- Orders of the staff list; the id makes each key unique, so that a page continues where the previous one ended.
create index product_by_order on product ((coalesce(display_order, 2147483647)), placement, id) where archived_at is null;
create index product_by_name on product (lower(name) collate "C", id) where archived_at is null;
create index product_by_paid on product (paid_cents, id) where archived_at is null;
create index product_by_change on product (updated_at, id) where archived_at is null;

create table product_image (
  product_id uuid not null references product (id) on delete cascade,
  position smallint not null check (position >= 0),
  picture_key text not null references picture (key),
  alt text not null,
  primary key (product_id, position),
  unique (product_id, picture_key)
);

-- Each product has at least one variant. Stock null is unlimited (memberships, made to order). `held` units belong to unpaid
-- orders.
create table product_variant (
  id uuid primary key,
  product_id uuid not null references product (id),
  sku text not null check (length(sku) between 1 and 64),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  stock_on_hand integer check (stock_on_hand >= 0),
  held integer not null default 0 check (held >= 0),
  position smallint not null default 0,
  picture_key text references picture (key),
  archived_at timestamptz,
  constraint never_oversold check (held <= stock_on_hand)
) with (fillfactor = 80);
create index product_variant_product on product_variant (product_id, position);
create unique index product_variant_sku on product_variant (sku) where archived_at is null;

create table review (
  id uuid primary key,
  product_id uuid not null references product (id) on delete cascade,
  author text not null,
  rating smallint not null check (rating between 1 and 5),
  title text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index review_product on review (product_id, created_at desc, id desc);

-- Distinct words of names and categories, few however many products there are. The store search corrects typing errors by them.
create table product_word (word text primary key);

-- Similar words, and parts of names and SKUs.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index product_word_alike on product_word using gin (word gin_trgm_ops);
    create index product_name_within on product using gin (lower(name) gin_trgm_ops) where archived_at is null;
    create index product_variant_sku_within on product_variant using gin (lower(sku) gin_trgm_ops) where archived_at is null;
  end if;
end $$;
