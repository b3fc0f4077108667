-- Codes that are typed at the checkout: coupons, which take something off, and referral codes, which say who brought somebody.

create table coupon (
  id uuid primary key,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,31}$'),
  -- What staff write for each other.
  note text not null default '' check (length(note) <= 500),
  kind text not null check (kind in ('percent', 'flat')),
  -- Hundredths: of a percent, or of a dollar.
  amount integer not null check (amount >= 0 and (kind = 'flat' or amount <= 10000)),
  starts_at timestamptz,
  ends_at timestamptz,
  -- What the goods of a cart must cost at least, before any discount.
  minimum_cents integer not null default 0 check (minimum_cents >= 0),
  -- How often in all, and how often by one person; null is as often as they like.
  total_limit integer check (total_limit > 0),
  person_limit integer check (person_limit > 0),
  first_order boolean not null default false,
  -- What it takes something off: these tiers and these products; all goods when both are empty.
  tiers tier[] not null default '{}',
  product_ids uuid[] not null default '{}',
  -- Whether it may stand beside other coupons that say the same.
  combinable boolean not null default false,
  -- Changes with the terms, so that nobody holds a coupon on terms that they did not see.
  version integer not null default 1,
  -- Orders that are being paid with it, and that were.
  held integer not null default 0 check (held >= 0),
  used integer not null default 0 check (used >= 0),
  -- Of the used: paid so late that the place held for them had gone to others.
  late integer not null default 0 check (late between 0 and used),
  created_at timestamptz not null,
  paused_at timestamptz,
  archived_at timestamptz,
  constraint never_overused check (held + used - late <= total_limit),
  constraint ends_after_start check (ends_at > starts_at)
) with (fillfactor = 80);
-- An archived coupon's code may be given again.
create unique index coupon_code on coupon (code) where archived_at is null;

-- How often one person has a coupon: the row that two tabs of theirs wait for.
create table coupon_user (
  coupon_id uuid not null references coupon (id),
  user_id uuid not null references users (id),
  held integer not null default 0 check (held >= 0),
  used integer not null default 0 check (used >= 0),
  primary key (coupon_id, user_id)
) with (fillfactor = 80);

-- Which order was placed with which code. Held while it is being paid, used when it is paid, released when it is given up.
create table code_use (
  id uuid primary key,
  -- The code is held before its order is written, in one transaction.
  order_id uuid not null references customer_order (id) deferrable initially deferred,
  user_id uuid not null references users (id),
  type text not null check (type in ('coupon', 'referral')),
  -- As it was called then.
  code text not null,
  coupon_id uuid references coupon (id),
  -- Whose referral code it is.
  owner_id uuid references users (id),
  -- What it took off.
  amount_cents integer not null default 0 check (amount_cents >= 0),
  first_order boolean not null default false,
  state text not null default 'held' check (state in ('held', 'used', 'released')),
  -- Paid after its hold had lapsed, beyond what the limits allow.
  late boolean not null default false,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (order_id, code),
  constraint use_is_of_one_kind check ((type = 'coupon') = (coupon_id is not null) and (type = 'referral') = (owner_id is not null)),
  constraint no_self_referral check (owner_id <> user_id),
  constraint used_has_time check ((state = 'used') = (used_at is not null)),
  constraint only_used_is_late check (state = 'used' or not late)
) with (fillfactor = 80);
create index code_use_coupon on code_use (coupon_id, id desc) where coupon_id is not null;
create index code_use_owner on code_use (owner_id, id desc) where owner_id is not null;
create index code_use_user on code_use (user_id, id desc);
-- A coupon for the first order is for one order, even when several are being paid at once.
create unique index one_first_order on code_use (user_id) where first_order and state in ('held', 'used') and not late;

-- What was given for bringing somebody, once for each person who was brought.
create table referral_reward (
  referred_id uuid primary key references users (id),
  owner_id uuid not null references users (id),
  order_id uuid not null references customer_order (id),
  tier tier not null,
  credits integer not null check (credits > 0),
  -- Of these, taken back when the order was paid back whole.
  taken_back integer not null default 0 check (taken_back between 0 and credits),
  granted_at timestamptz not null,
  constraint no_self_reward check (owner_id <> referred_id)
);
create index referral_reward_owner on referral_reward (owner_id);
create index referral_reward_order on referral_reward (order_id);

-- Who of the staff made and changed a coupon, and what.
create table coupon_event (
  id uuid primary key,
  coupon_id uuid not null references coupon (id),
  kind text not null check (kind in ('created', 'changed', 'paused', 'resumed', 'archived')),
  -- What changed: { field: { before, after } }.
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  -- Null for the shop itself.
  actor_id uuid,
  at timestamptz not null
);
create index coupon_event_coupon on coupon_event (coupon_id, at, id);
create trigger coupon_event_append_only before update or delete on coupon_event
  for each row execute function refuse_change();

-- The codes of an order as they were called, for whoever reads it later.
alter table customer_order add column codes text[] not null default '{}' check (cardinality(codes) <= 5);
