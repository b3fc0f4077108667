-- Public figures about customers. A job fills the tables from paid orders, so that no page counts orders.

create table recorded_sale (
  -- Public, unlike the order's id.
  id uuid primary key,
  order_id uuid not null unique references customer_order (id),
  user_id uuid not null references users (id) on delete cascade,
  paid_at timestamptz not null,
  pieces integer not null check (pieces > 0),
  credits integer not null check (credits >= 0),
  product_name text not null,
  -- State of the shipping address.
  state text,
  -- Refunded or otherwise hidden. The row stays, so that the order is not recorded again.
  withdrawn_at timestamptz
);
create index recorded_sale_recent on recorded_sale (paid_at desc, id desc) where withdrawn_at is null;
create index recorded_sale_user on recorded_sale (user_id);

-- Totals of a customer, for the leaderboard.
create table customer_standing (
  user_id uuid primary key references users (id) on delete cascade,
  purchase_count integer not null check (purchase_count >= 0),
  total_credits integer not null check (total_credits >= 0)
) with (fillfactor = 80);
create index customer_standing_top on customer_standing (total_credits desc, purchase_count desc, user_id)
  where purchase_count > 0;

-- Customers who opted out of being named.
create table hidden_customer (
  user_id uuid primary key references users (id) on delete cascade,
  hidden_at timestamptz not null
);
