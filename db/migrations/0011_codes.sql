-- Codes at the checkout: coupons, which reduce the price, and referral codes, which reward the referrer.

create table coupon (
  id uuid primary key,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,31}$'),
  -- Internal note of staff.
  note text not null default '' check (length(note) <= 500),
  kind text not null check (kind in ('percent', 'flat')),
  -- Hundredths of a percent, or cents.
  amount integer not null check (amount >= 0 and (kind = 'flat' or amount <= 10000)),
  starts_at timestamptz,
  ends_at timestamptz,
  -- Minimum price of the goods before any discount.
  minimum_cents integer not null default 0 check (minimum_cents >= 0),
  -- Uses of all users, and of one user; null is unlimited.
  total_limit integer check (total_limit > 0),
  person_limit integer check (person_limit > 0),
  first_order boolean not null default false,
  -- The discounted tiers and products; all goods when both are empty.
  tiers tier[] not null default '{}',
  product_ids uuid[] not null default '{}',
  -- Combines with other combinable coupons.
  combinable boolean not null default false,
  -- Counts changes of the terms, so that no order holds a coupon on terms that its buyer has not seen.
  version integer not null default 1,
  -- Uses by unpaid and by paid orders.
  held integer not null default 0 check (held >= 0),
  used integer not null default 0 check (used >= 0),
  -- Part of `used`: orders paid so late that others had taken their place.
  late integer not null default 0 check (late between 0 and used),
  created_at timestamptz not null,
  paused_at timestamptz,
  archived_at timestamptz,
  -- Counts all edits of staff, so that a save on stale data is a version conflict.
  edition integer not null default 1,
  constraint never_overused check (held + used - late <= total_limit),
  constraint ends_after_start check (ends_at > starts_at)
) with (fillfactor = 80);
-- The code of an archived coupon is free again.
create unique index coupon_code on coupon (code) where archived_at is null;

-- Uses of a coupon by one user. Concurrent checkouts of the user wait for this row.
create table coupon_user (
  coupon_id uuid not null references coupon (id),
  user_id uuid not null references users (id),
  held integer not null default 0 check (held >= 0),
  used integer not null default 0 check (used >= 0),
  primary key (coupon_id, user_id)
) with (fillfactor = 80);

-- A code on one order: held while unpaid, used when paid, released when the order closes.
create table code_use (
  id uuid primary key,
  -- Deferred, because the code is held before the order is written, in one transaction.
  order_id uuid not null references customer_order (id) deferrable initially deferred,
  user_id uuid not null references users (id),
  type text not null check (type in ('coupon', 'referral')),
  -- The code's name at that time.
  code text not null,
  coupon_id uuid references coupon (id),
  -- Owner of the referral code.
  owner_id uuid references users (id),
  -- The discount.
  amount_cents integer not null default 0 check (amount_cents >= 0),
  first_order boolean not null default false,
  state text not null default 'held' check (state in ('held', 'used', 'released')),
  -- Paid after its hold had expired, beyond a limit.
  late boolean not null default false,
  created_at timestamptz not null,
  used_at timestamptz,
  -- Set by the trigger `first_order_mailbox` while a use of a first-order code counts.
  mailbox text,
  unique (order_id, code),
  constraint use_is_of_one_kind check ((type = 'coupon') = (coupon_id is not null) and (type = 'referral') = (owner_id is not null)),
  constraint no_self_referral check (owner_id <> user_id),
  constraint used_has_time check ((state = 'used') = (used_at is not null)),
  constraint only_used_is_late check (state = 'used' or not late)
) with (fillfactor = 80);
create index code_use_coupon on code_use (coupon_id, id desc) where coupon_id is not null;
create index code_use_owner on code_use (owner_id, id desc) where owner_id is not null;
create index code_use_user on code_use (user_id, id desc);
-- A first-order coupon applies to one order, even when several are unpaid at once; of one user, and of one mailbox.
create unique index one_first_order on code_use (user_id) where first_order and state in ('held', 'used') and not late;
create unique index one_first_order_of_mailbox on code_use (mailbox);

-- The reward for a referral, once for each referred user and mailbox.
create table referral_reward (
  referred_id uuid primary key references users (id),
  owner_id uuid not null references users (id),
  order_id uuid not null references customer_order (id),
  tier tier not null,
  credits integer not null check (credits > 0),
  -- Credits taken back when the order was refunded whole.
  taken_back integer not null default 0 check (taken_back between 0 and credits),
  granted_at timestamptz not null,
  -- The referred user's mailbox, set by the trigger `reward_mailbox`.
  mailbox text,
  constraint no_self_reward check (owner_id <> referred_id)
);
create index referral_reward_owner on referral_reward (owner_id);
create index referral_reward_order on referral_reward (order_id);
create unique index one_reward_for_mailbox on referral_reward (mailbox);

-- Changes of a coupon. Append-only.
create table coupon_event (
  id uuid primary key,
  coupon_id uuid not null references coupon (id),
  kind text not null check (kind in ('created', 'changed', 'paused', 'resumed', 'archived')),
  -- { field: { before, after } }
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  -- Null for the shop itself.
  actor_id uuid,
  at timestamptz not null
);
create index coupon_event_coupon on coupon_event (coupon_id, at, id);
