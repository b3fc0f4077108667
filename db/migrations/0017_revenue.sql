-- The revenue report. A past day of the shop is rolled up once, and a month of such days once more, so that a report reads some
-- hundred rows instead of a million orders. Missing and stale days are rolled up when a report needs them
-- (docs/decisions/0028-revenue.md).

-- The days that were rolled up.
create table revenue_rolled_day (
  day date primary key,
  rolled_at timestamptz not null
);

create table revenue_day (
  dimension text not null check (dimension in ('day', 'product', 'tier', 'state')),
  day date not null references revenue_rolled_day (day) on delete cascade,
  -- The product's id, the tier or the state; empty for the day itself and for facts without one.
  key text not null,
  -- The product's name on that day.
  name text,
  -- Paid orders with the key, and their units.
  orders integer not null check (orders >= 0),
  pieces integer not null check (pieces >= 0),
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  fee_client_cents bigint not null,
  fee_platform_cents bigint not null,
  shipping_cents bigint not null,
  tax_cents bigint not null,
  -- Refunds of orders, by the parts of the price.
  refunds integer not null check (refunds >= 0),
  refund_subtotal_cents bigint not null,
  refund_discount_cents bigint not null,
  refund_fee_client_cents bigint not null,
  refund_fee_platform_cents bigint not null,
  refund_shipping_cents bigint not null,
  refund_tax_cents bigint not null,
  -- Renewals less their refunds.
  renewals integer not null check (renewals >= 0),
  renewal_cents bigint not null,
  -- Chargebacks: money that banks took (positive) less money that they returned, and the provider's fees.
  dispute_cents bigint not null default 0,
  dispute_fee_cents bigint not null default 0,
  primary key (dimension, day, key)
);
create index revenue_day_of on revenue_day (day);

-- Months of rolled up days. A day that is rolled up again deletes its month in the same transaction, so that a stored month is
-- always the sum of its days.
create table revenue_rolled_month (
  -- Its first day.
  month date primary key check (extract(day from month) = 1)
);

-- Like the days, with the first day of the month as day; a product has its last name.
create table revenue_month (
  like revenue_day including constraints including defaults,
  primary key (dimension, day, key),
  foreign key (day) references revenue_rolled_month (month) on delete cascade
);
create index revenue_month_of on revenue_month (day);

-- Rolled up days that a later fact made stale. One row a fact and no key, so that writers never wait for each other.
create table revenue_stale_day (day date not null);
create index revenue_stale_day_of on revenue_stale_day (day);

-- Results of the nightly comparison with orders, refunds and renewals.
create table revenue_check (
  checked_at timestamptz primary key,
  -- Sums of the facts and of the rolled up days, before any repair.
  facts_cents bigint not null,
  rolled_cents bigint not null,
  repaired_days date[] not null,
  -- Months that differed from the sum of their days, by their first day.
  repaired_months date[] not null default '{}'
);
