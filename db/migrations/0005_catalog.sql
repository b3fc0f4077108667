-- Uploaded pictures: the files lie in the storage under `<key>-<width>.avif|webp`; what refers to one cannot name another.
create table picture (
  key text primary key check (key ~ '^(products|giveaways)/[A-Za-z0-9/_-]+$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text not null check (placeholder like 'data:image/%'),
  created_at timestamptz not null default now()
);

create table product (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 140),
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  tier tier not null default 'Bronze',
  price_cents integer not null check (price_cents >= 0),
  sale_price_cents integer check (sale_price_cents >= 0 and sale_price_cents < price_cents),
  -- What one pays.
  paid_cents integer not null generated always as (coalesce(sale_price_cents, price_cents)) stored,
  -- Credits of the tier that one unit earns.
  entries integer not null default 0 check (entries >= 0),
  category text not null,
  display_order integer check (display_order >= 0),
  -- Where it stands among those without a display order: "random placement", but the same on every page of the list.
  placement double precision not null default random(),
  is_subscription boolean not null default false,
  interval text not null default 'month' check (interval in ('month', 'year')),
  features text[] not null default '{}',
  -- json, not jsonb: they are shown in the order in which they were written.
  specifications json not null default '{}' check (json_typeof(specifications) = 'object'),
  -- Not every rating comes with words, so these count more than there are reviews.
  rating_count integer not null default 0 check (rating_count >= 0),
  rating_total integer not null default 0 check (rating_total between rating_count and rating_count * 5),
  -- An owner can stop the sale whatever the stock.
  for_sale boolean not null default true,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', category), 'B') ||
    setweight(to_tsvector('english', description), 'C')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index product_display_order on product (display_order) where archived_at is null;
create index product_shown on product (created_at desc, id) where archived_at is null;
create index product_search on product using gin (search);

create table product_image (
  product_id uuid not null references product (id) on delete cascade,
  position smallint not null check (position >= 0),
  picture_key text not null references picture (key),
  alt text not null,
  primary key (product_id, position),
  unique (product_id, picture_key)
);

-- Every product has at least one form in which it is sold. Stock null is not counted (memberships, made to order).
-- `held` units belong to orders that are being paid; nobody can hold or take what is not there.
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
