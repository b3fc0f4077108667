-- An order is a quote that somebody set out to pay, stored with its whole price before the payment provider hears of it.
-- "order" is a reserved word in SQL, so the table is customer_order.

create sequence order_number start 100001;

create table customer_order (
  id uuid primary key,
  -- What people say on the telephone; shown as RD-100001.
  number integer not null unique default nextval('order_number'),
  user_id uuid not null references users (id),
  -- pending: being paid. paid: settled. expired, cancelled: the payment page closed unpaid. failed: it never opened.
  -- review: money came that does not agree with the order; people look at it, nothing was issued.
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'expired', 'cancelled', 'failed', 'review')),
  mode text not null check (mode in ('payment', 'subscription')),
  interval text check (interval in ('month', 'year')),
  email text not null,
  -- The address as it was on that day, for the parcel; null when none was on file.
  ship_to jsonb,
  sms_consent boolean not null default false,
  push_consent boolean not null default false,

  currency text not null default 'usd',
  subtotal_cents integer not null check (subtotal_cents >= 0),
  discount_cents integer not null check (discount_cents between 0 and subtotal_cents),
  fee_cents integer not null check (fee_cents >= 0),
  fee_client_cents integer not null check (fee_client_cents >= 0),
  fee_platform_cents integer not null check (fee_platform_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null,

  payment_method text not null check (payment_method in ('stripe')),
  session_id text unique,
  payment_intent_id text unique,
  subscription_id text unique,

  created_at timestamptz not null,
  -- When the payment page closes and the stock goes back.
  expires_at timestamptz not null,
  -- When the reconciler asks the provider next, should no word come by itself.
  next_reconcile_at timestamptz not null,
  paid_at timestamptz,

  constraint total_adds_up
    check (total_cents = subtotal_cents - discount_cents + fee_cents + shipping_cents + tax_cents),
  constraint fee_is_split check (fee_cents = fee_client_cents + fee_platform_cents),
  constraint subscription_has_interval check ((mode = 'subscription') = (interval is not null)),
  constraint paid_has_time check ((status = 'paid') = (paid_at is not null))
) with (fillfactor = 80);
create index customer_order_user on customer_order (user_id, created_at desc, id desc);
create index customer_order_next_reconcile on customer_order (next_reconcile_at) where status = 'pending';

-- What was bought, as it was called and priced then: products change and go, orders do not.
create table order_line (
  order_id uuid not null references customer_order (id),
  position smallint not null check (position >= 0),
  product_id uuid not null,
  variant_id uuid not null,
  name text not null,
  options jsonb not null check (jsonb_typeof(options) = 'object'),
  image text,
  tier tier not null,
  -- Credits of the tier that one piece earns.
  entries integer not null check (entries >= 0),
  list_cents integer not null check (list_cents >= 0),
  unit_cents integer not null check (unit_cents between 0 and list_cents),
  quantity integer not null check (quantity between 1 and 99),
  -- Pieces that were paid for after their hold had lapsed and the stock was gone.
  backordered integer not null default 0 check (backordered between 0 and quantity),
  primary key (order_id, position)
);
create index order_line_product on order_line (product_id);

-- The time line of an order, for its owner and for staff.
create table order_event (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  kind text not null check (kind in
    ('placed', 'paid', 'expired', 'cancelled', 'failed', 'review', 'backordered')),
  -- For staff: what disagreed, who did it.
  note text,
  at timestamptz not null
);
create index order_event_order on order_event (order_id, at, id);
create trigger order_event_append_only before update or delete on order_event
  for each row execute function refuse_change();

-- Every verified webhook, once, as it came. It is a hint: a job reads the object again from the provider.
create table webhook_event (
  event_id text primary key,
  type text not null,
  object_id text not null,
  body text not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index webhook_event_unhandled on webhook_event (received_at) where handled_at is null;
