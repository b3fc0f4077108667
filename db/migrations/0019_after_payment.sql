-- What happens to an order once it is paid: it is packed, sent and delivered, or cancelled; and money goes back.
alter table customer_order
  -- Where the goods of a paid order are. Memberships stay unfulfilled, as nothing is sent.
  add column fulfilment text not null default 'unfulfilled'
    check (fulfilment in ('unfulfilled', 'packed', 'shipped', 'delivered')),
  add column carrier text check (length(carrier) between 1 and 60),
  add column tracking_number text check (length(tracking_number) between 1 and 60),
  -- When staff cancelled a paid order: everything left of it was refunded, and nothing is sent.
  add column cancelled_at timestamptz,
  -- Cents that were or will be paid back. The check is what keeps refunds at once from exceeding what was paid.
  add column refunded_cents integer not null default 0,
  -- By what the tax was reckoned: the state, null without one, and its rate at that moment.
  add column tax_state text,
  add column tax_rate numeric(7, 6),
  add constraint never_refunded_beyond check (refunded_cents between 0 and total_cents),
  add constraint only_paid_goes_on check (status = 'paid' or (fulfilment = 'unfulfilled' and refunded_cents = 0
    and cancelled_at is null)),
  add constraint shipped_has_carrier check (fulfilment not in ('shipped', 'delivered') or carrier is not null),
  drop constraint customer_order_payment_method_check,
  -- none: nothing was left to pay after the discount.
  add constraint customer_order_payment_method_check check (payment_method in ('stripe', 'gateway', 'none'));

-- How an order stands, in one word, for lists and their filters (orders/fulfilment/standing.ts).
alter table customer_order add column standing text not null generated always as (
  case
    when status <> 'paid' then status
    when cancelled_at is not null then 'cancelled'
    when refunded_cents > 0 and refunded_cents = total_cents then 'refunded'
    when fulfilment <> 'unfulfilled' then fulfilment
    else 'paid'
  end) stored;

alter table order_line
  -- The share of the order's discount that this line bears, for all of its pieces.
  add column discount_cents integer not null default 0,
  -- Pieces that were paid back.
  add column refunded integer not null default 0,
  add constraint discount_within_line check (discount_cents between 0 and unit_cents * quantity),
  add constraint refunded_within_line check (refunded between 0 and quantity);

alter table order_event
  -- Who of the staff did it; null for the shop itself and the shopper.
  add column actor_id uuid,
  -- What its owner may read of it: carrier and tracking number, the amount of a refund in cents.
  add column detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  drop constraint order_event_kind_check,
  add constraint order_event_kind_check check (kind in ('placed', 'paid', 'expired', 'cancelled', 'failed', 'review',
    'backordered', 'packed', 'unpacked', 'shipped', 'tracking', 'delivered', 'refunded', 'refund_failed', 'note'));

-- A decision of staff to pay something back, with the parts of the order's price that it undoes. The payment provider is
-- asked afterwards, under the refund's id, as often as it takes.
create table refund (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  -- requested: the provider has not been heard. pending: it works on it. failed: the bank refused; staff try again.
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  -- How often the provider has been asked for a new one; with the id it is the key of the request.
  attempt integer not null default 1 check (attempt >= 1),
  provider_id text unique,
  -- staff: asked for here. provider: found there, made in its own dashboard.
  origin text not null default 'staff' check (origin in ('staff', 'provider')),
  reason text not null check (length(reason) between 1 and 500),
  actor_id uuid,
  -- What was done about earned credits that were spent already (decisions.md "Money").
  spent_credits text not null default 'balance' check (spent_credits in ('balance', 'entries', 'keep')),
  -- Credits that were taken back, by tier, and entries that were removed for them.
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
  -- When its buyer was told that the money is on its way.
  notified_at timestamptz,
  -- When the provider said that it succeeded.
  succeeded_at timestamptz,
  constraint refund_adds_up check (amount_cents = subtotal_cents - discount_cents + fee_client_cents
    + fee_platform_cents + shipping_cents + tax_cents),
  constraint succeeded_has_time check ((status = 'succeeded') = (succeeded_at is not null))
);
create index refund_order on refund (order_id, created_at);
create index refund_open on refund (created_at) where status in ('requested', 'pending');
create index refund_created on refund (created_at);

create table refund_line (
  refund_id uuid not null references refund (id),
  order_id uuid not null,
  position smallint not null,
  quantity integer not null check (quantity > 0),
  -- What the pieces cost, less their share of the discount.
  net_cents integer not null check (net_cents >= 0),
  -- Whether the pieces went back to the shelf.
  restocked boolean not null default false,
  primary key (refund_id, position),
  foreign key (order_id, position) references order_line (order_id, position)
);

-- Staff find orders by date and amount, by where they stand, by who bought, and by what the parcel says.
create index customer_order_created on customer_order (created_at desc, id desc);
create index customer_order_total on customer_order (total_cents desc, id desc);
create index customer_order_standing on customer_order (standing, created_at desc, id desc);
-- Goods that wait to be packed, oldest first.
create index customer_order_to_pack on customer_order (created_at desc, id desc)
  where standing = 'paid' and mode = 'payment';
create index customer_order_partly_refunded on customer_order (created_at desc, id desc)
  where refunded_cents > 0 and refunded_cents < total_cents;
create index customer_order_other_method on customer_order (payment_method, created_at desc, id desc)
  where payment_method <> 'stripe';
create index customer_order_state on customer_order ((ship_to->>'state'), created_at desc, id desc);
create index customer_order_email on customer_order (lower(email) text_pattern_ops, created_at desc, id desc);
create index customer_order_name on customer_order (lower(ship_to->>'name') text_pattern_ops, created_at desc, id desc);
create index customer_order_tracking on customer_order (tracking_number) where tracking_number is not null;
create index order_line_tier on order_line (tier, order_id);
create index order_line_backordered on order_line (order_id) where backordered > 0;
create index refund_failed on refund (order_id) where status = 'failed';
