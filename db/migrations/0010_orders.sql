-- Orders, their payment, fulfilment and refunds.

create sequence order_number start 100001;

-- A priced cart that a buyer set out to pay, stored before the payment provider hears of it. The table is called customer_order
-- because `order` is a reserved word of SQL.
create table customer_order (
  id uuid primary key,
  -- Shown as RD-100001.
  number integer not null unique default nextval('order_number'),
  user_id uuid not null references users (id),
  -- pending: unpaid. paid: settled. expired, cancelled: the payment page closed unpaid. failed: the page never opened.
  -- review: the payment disagrees with the order; staff decide, and nothing is issued.
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'expired', 'cancelled', 'failed', 'review')),
  mode text not null check (mode in ('payment', 'subscription')),
  interval text check (interval in ('month', 'year')),
  email text not null,
  -- The address at the time of the order; null when the account had none.
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

  -- none: the discount left nothing to pay.
  payment_method text not null check (payment_method in ('stripe', 'gateway', 'none')),
  session_id text unique,
  payment_intent_id text unique,
  subscription_id text unique,

  created_at timestamptz not null,
  -- When the payment page closes and the stock is released.
  expires_at timestamptz not null,
  -- When the reconciler next asks the provider about an unpaid order, should the webhook be lost.
  next_reconcile_at timestamptz not null,
  paid_at timestamptz,
  -- Stored because a repeated request must open the payment page with the same return address.
  return_to text not null default 'checkout' check (return_to in ('checkout', 'dashboard')),

  -- Memberships stay unfulfilled, because nothing is shipped.
  fulfilment text not null default 'unfulfilled'
    check (fulfilment in ('unfulfilled', 'packed', 'shipped', 'delivered')),
  carrier text check (length(carrier) between 1 and 60),
  tracking_number text check (length(tracking_number) between 1 and 60),
  -- When staff cancelled the paid order: the rest was refunded, and nothing is shipped.
  cancelled_at timestamptz,
  -- Requested and completed refunds.
  refunded_cents integer not null default 0,
  -- The state and rate of the tax; the state is null without one.
  tax_state text,
  tax_rate numeric(7, 6),
  -- One status for lists and filters (src/features/orders/fulfilment/standing.ts).
  standing text not null generated always as (
    case
      when status <> 'paid' then status
      when cancelled_at is not null then 'cancelled'
      when refunded_cents > 0 and refunded_cents = total_cents then 'refunded'
      when fulfilment <> 'unfulfilled' then fulfilment
      else 'paid'
    end) stored,
  -- The codes as they were named at the checkout.
  codes text[] not null default '{}' check (cardinality(codes) <= 5),
  -- open: the bank decides, and the order is neither packed nor shipped. lost: the bank took the whole payment back.
  dispute_hold text check (dispute_hold in ('open', 'lost')),
  -- True during a chargeback, because the provider refuses refunds then.
  refunds_blocked boolean not null default false,

  constraint total_adds_up
    check (total_cents = subtotal_cents - discount_cents + fee_cents + shipping_cents + tax_cents),
  constraint fee_is_split check (fee_cents = fee_client_cents + fee_platform_cents),
  constraint subscription_has_interval check ((mode = 'subscription') = (interval is not null)),
  constraint paid_has_time check ((status = 'paid') = (paid_at is not null)),
  -- Stops concurrent refunds that exceed the payment together.
  constraint never_refunded_beyond check (refunded_cents between 0 and total_cents),
  constraint only_paid_goes_on check (status = 'paid' or (fulfilment = 'unfulfilled' and refunded_cents = 0
    and cancelled_at is null)),
  constraint shipped_has_carrier check (fulfilment not in ('shipped', 'delivered') or carrier is not null)
) with (fillfactor = 80);
create index customer_order_user on customer_order (user_id, created_at desc, id desc);
create index customer_order_next_reconcile on customer_order (next_reconcile_at) where status = 'pending';
-- Paid orders that the job `record-sale` has not recorded yet.
create index customer_order_paid on customer_order (paid_at, id) where status = 'paid';
-- The balance of the second gateway.
create index customer_order_gateway on customer_order (paid_at) include (total_cents)
  where payment_method = 'gateway' and status = 'paid';
-- Orders and filters of the staff list.
create index customer_order_created on customer_order (created_at desc, id desc);
create index customer_order_total on customer_order (total_cents desc, id desc);
create index customer_order_standing on customer_order (standing, created_at desc, id desc);
create index customer_order_to_pack on customer_order (created_at desc, id desc)
  where standing = 'paid' and mode = 'payment';
create index customer_order_partly_refunded on customer_order (created_at desc, id desc)
  where refunded_cents > 0 and refunded_cents < total_cents;
create index customer_order_disputed on customer_order (created_at desc, id desc) where dispute_hold is not null;
create index customer_order_other_method on customer_order (payment_method, created_at desc, id desc)
  where payment_method <> 'stripe';
create index customer_order_state on customer_order ((ship_to->>'state'), created_at desc, id desc);
create index customer_order_email on customer_order (lower(email) text_pattern_ops, created_at desc, id desc);
create index customer_order_name on customer_order (lower(ship_to->>'name') text_pattern_ops, created_at desc, id desc);
create index customer_order_tracking on customer_order (tracking_number) where tracking_number is not null;

-- Names and prices at the time of the order: products change and disappear, orders do not.
create table order_line (
  order_id uuid not null references customer_order (id),
  position smallint not null check (position >= 0),
  product_id uuid not null,
  variant_id uuid not null,
  name text not null,
  options jsonb not null check (jsonb_typeof(options) = 'object'),
  image text,
  tier tier not null,
  -- Credits of the tier that one unit earns.
  entries integer not null check (entries >= 0),
  list_cents integer not null check (list_cents >= 0),
  unit_cents integer not null check (unit_cents between 0 and list_cents),
  quantity integer not null check (quantity between 1 and 99),
  -- Units that were paid after their hold had expired and the stock was gone.
  backordered integer not null default 0 check (backordered between 0 and quantity),
  -- The line's share of the order's discount, for all units.
  discount_cents integer not null default 0,
  -- Refunded units.
  refunded integer not null default 0,
  primary key (order_id, position),
  constraint discount_within_line check (discount_cents between 0 and unit_cents * quantity),
  constraint refunded_within_line check (refunded between 0 and quantity)
);
create index order_line_product on order_line (product_id);
create index order_line_tier on order_line (tier, order_id);
create index order_line_backordered on order_line (order_id) where backordered > 0;

-- The timeline of an order. Append-only.
create table order_event (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  kind text not null check (kind in ('placed', 'paid', 'expired', 'cancelled', 'failed', 'review', 'backordered', 'packed',
    'unpacked', 'shipped', 'tracking', 'delivered', 'refunded', 'refund_failed', 'note', 'disputed', 'dispute_answered',
    'dispute_won', 'dispute_lost')),
  -- For staff only.
  note text,
  at timestamptz not null,
  -- The staff member; null for the shop itself and the buyer.
  actor_id uuid,
  -- The part that the buyer may read: carrier and tracking number, the amount of a refund in cents.
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object')
);
create index order_event_order on order_event (order_id, at, id);

-- Verified webhooks, once each. A webhook is a hint: a job reads the object from the provider.
create table webhook_event (
  event_id text primary key,
  type text not null,
  object_id text not null,
  body text not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index webhook_event_unhandled on webhook_event (received_at) where handled_at is null;
create index webhook_event_object on webhook_event (object_id);
-- Rows arrive in the order of time, so that a small BRIN index suffices.
create index webhook_event_at on webhook_event using brin (received_at);

-- A decided refund with the parts of the price that it reverses. The provider is asked afterwards, under the refund's id and
-- attempt, until it answers.
create table refund (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  -- requested: the provider has not answered. pending: the provider works on it. failed: the bank refused; staff retry.
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  -- With the id, the idempotency key of the provider's request.
  attempt integer not null default 1 check (attempt >= 1),
  provider_id text unique,
  -- provider: made in the provider's dashboard and adopted here.
  origin text not null default 'staff' check (origin in ('staff', 'provider')),
  reason text not null check (length(reason) between 1 and 500),
  actor_id uuid,
  -- How spent credits are taken back: from the balance, from entries, or not at all.
  spent_credits text not null default 'balance' check (spent_credits in ('balance', 'entries', 'keep')),
  -- Credits taken back by tier, and entries removed for them.
  credits_taken jsonb not null default '{}' check (jsonb_typeof(credits_taken) = 'object'),
  entries_removed integer not null default 0 check (entries_removed >= 0),
  subtotal_cents integer not null check (subtotal_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0),
  fee_client_cents integer not null check (fee_client_cents >= 0),
  fee_platform_cents integer not null check (fee_platform_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  amount_cents integer not null check (amount_cents >= 0),
  created_at timestamptz not null,
  -- When the e-mail to the buyer was enqueued.
  notified_at timestamptz,
  -- When the provider reported success.
  succeeded_at timestamptz,
  constraint refund_adds_up check (amount_cents = subtotal_cents - discount_cents + fee_client_cents
    + fee_platform_cents + shipping_cents + tax_cents),
  constraint succeeded_has_time check ((status = 'succeeded') = (succeeded_at is not null))
);
create index refund_order on refund (order_id, created_at);
create index refund_open on refund (created_at) where status in ('requested', 'pending');
create index refund_created on refund (created_at);
create index refund_failed on refund (order_id) where status = 'failed';

create table refund_line (
  refund_id uuid not null references refund (id),
  order_id uuid not null,
  position smallint not null,
  quantity integer not null check (quantity > 0),
  -- Price of the units less their share of the discount.
  net_cents integer not null check (net_cents >= 0),
  -- True when the units returned to the stock.
  restocked boolean not null default false,
  primary key (refund_id, position),
  foreign key (order_id, position) references order_line (order_id, position)
);

-- Payments of orders that a restored database no longer has, and their refunds (docs/decisions/0056-lost-orders.md).
create table lost_order (
  -- From the payment session; no such order exists.
  order_id uuid primary key,
  session_id text not null unique,
  -- The payer's address at the provider.
  email text,
  payment_intent_id text,
  subscription_id text,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  found_at timestamptz not null,
  refunded_at timestamptz,
  constraint has_payment check (payment_intent_id is not null or subscription_id is not null)
);
create index lost_order_found on lost_order (found_at);
