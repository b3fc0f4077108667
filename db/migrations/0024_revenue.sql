-- Revenue: a day of the shop that is over is added up once, and a month of such days once more, so that a report reads some
-- hundred rows and not a million orders. Days that are not added up yet, or whose facts changed since, are added up when somebody asks
-- (docs/decisions/0028-revenue.md).

-- The day on which something happened by the shop's official zone, Mountain time.
create function shop_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'America/Denver')::date;

-- The days that were added up.
create table revenue_rolled_day (
  day date primary key,
  rolled_at timestamptz not null
);

create table revenue_day (
  dimension text not null check (dimension in ('day', 'product', 'tier', 'state')),
  day date not null references revenue_rolled_day (day) on delete cascade,
  -- The product's id, the tier, the state; empty for the day itself and for what belongs to none.
  key text not null,
  -- The product as it was called on that day.
  name text,
  -- Paid orders that have something of the key, and their pieces.
  orders integer not null check (orders >= 0),
  pieces integer not null check (pieces >= 0),
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  fee_client_cents bigint not null,
  fee_platform_cents bigint not null,
  shipping_cents bigint not null,
  tax_cents bigint not null,
  -- What was paid back of orders, by the parts of their price.
  refunds integer not null check (refunds >= 0),
  refund_subtotal_cents bigint not null,
  refund_discount_cents bigint not null,
  refund_fee_client_cents bigint not null,
  refund_fee_platform_cents bigint not null,
  refund_shipping_cents bigint not null,
  refund_tax_cents bigint not null,
  -- Further payments of memberships, less what was paid back of them.
  renewals integer not null check (renewals >= 0),
  renewal_cents bigint not null,
  primary key (dimension, day, key)
);
create index revenue_day_of on revenue_day (day);

-- Months whose every day was added up, added up from those days: years are read as dozens of rows. Whoever adds up a day again
-- takes its month away in the same transaction, so a month that is here is always the sum of its days.
create table revenue_rolled_month (
  -- The first day of it.
  month date primary key check (extract(day from month) = 1)
);
-- As the rows of days, with the month's first day as the day; a product is called as it was last.
create table revenue_month (like revenue_day including constraints);
alter table revenue_month
  add primary key (dimension, day, key),
  add foreign key (day) references revenue_rolled_month (month) on delete cascade;
create index revenue_month_of on revenue_month (day);

create function delete_revenue_month() returns trigger language plpgsql as $$
begin
  delete from revenue_rolled_month where month = date_trunc('month', old.day::timestamp)::date;
  return null;
end $$;
create trigger revenue_rolled_day_deleted after delete on revenue_rolled_day
  for each row execute function delete_revenue_month();

-- Days that were added up and have learned of something since: a row for each such fact, so that nobody waits for anybody.
create table revenue_stale_day (day date not null);
create index revenue_stale_day_of on revenue_stale_day (day);

-- What the nightly comparison with the orders themselves found.
create table revenue_check (
  checked_at timestamptz primary key,
  -- By the orders, refunds and renewals, and by the days that were added up, before anything was mended.
  facts_cents bigint not null,
  rolled_cents bigint not null,
  repaired_days date[] not null,
  -- Months that were not the sum of their days, each as its first day.
  repaired_months date[] not null default '{}'
);

-- Called in the transaction that writes a fact. Whoever adds up a day holds its lock alone and only when no such transaction
-- is under way; so a fact is either seen by the one who adds up, or sees that it comes late.
create function mark_revenue_stale(at timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(724, shop_day(at) - date '2000-01-01');
  insert into revenue_stale_day (day)
    select shop_day(at) where exists (select from revenue_rolled_day where day = shop_day(at));
end $$;

create function mark_payment_day_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.paid_at);
  return null;
end $$;
create trigger customer_order_revenue after insert or update of status, paid_at on customer_order
  for each row when (new.status = 'paid') execute function mark_payment_day_stale();
create trigger membership_invoice_revenue
  after insert or update of status, reason, amount_cents, refunded_cents, paid_at on membership_invoice
  for each row when (new.status = 'paid' and new.reason <> 'first') execute function mark_payment_day_stale();

create function mark_refund_day_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.created_at);
  return null;
end $$;
create trigger refund_revenue after insert or update of amount_cents on refund
  for each row execute function mark_refund_day_stale();
