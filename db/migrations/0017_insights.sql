-- What the shop tells of its customers: sales as they came, and how each customer stands by them. Both are filled by a job
-- from paid orders, so no page ever counts through the orders.

create table recorded_sale (
  -- Public; the order's own id is nobody's business.
  id uuid primary key,
  order_id uuid not null unique references customer_order (id),
  user_id uuid not null references users (id) on delete cascade,
  paid_at timestamptz not null,
  pieces integer not null check (pieces > 0),
  credits integer not null check (credits >= 0),
  product_name text not null,
  -- Of the address it was sent to, as it was written.
  state text,
  -- Refunded or otherwise not to be told any more. The row stays, so that the order is not recorded again.
  withdrawn_at timestamptz
);
create index recorded_sale_recent on recorded_sale (paid_at desc, id desc) where withdrawn_at is null;
create index recorded_sale_user on recorded_sale (user_id);

create table customer_standing (
  user_id uuid primary key references users (id) on delete cascade,
  purchase_count integer not null check (purchase_count >= 0),
  total_credits integer not null check (total_credits >= 0)
) with (fillfactor = 80);
create index customer_standing_top on customer_standing (total_credits desc, purchase_count desc, user_id)
  where purchase_count > 0;

-- Customers who do not want to be named, be it without their surname.
create table hidden_customer (
  user_id uuid primary key references users (id) on delete cascade,
  hidden_at timestamptz not null
);

-- The sales that a catching-up job has not seen yet.
create index customer_order_paid on customer_order (paid_at, id) where status = 'paid';
