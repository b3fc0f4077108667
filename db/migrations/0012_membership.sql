-- Premium memberships, their invoices and refunds.

-- Numbers the readings of the provider in their order, independently of the clocks of the processes.
create sequence membership_reading;

-- One row for each subscription at the payment provider, or for each membership given by staff.
create table membership (
  id uuid primary key,
  user_id uuid not null references users (id),
  provider_id text unique,
  plan text not null check (plan in ('monthly', 'yearly')),
  status text not null check (status in ('active', 'past_due', 'cancelled')),
  started_at timestamptz not null,
  current_period_ends_at timestamptz not null,
  -- When the end was decided.
  cancelled_at timestamptz,
  -- Price of a whole period. The default is for memberships given by staff, which bill nothing.
  price_cents integer not null default 2499 check (price_cents >= 0),
  -- When the current period was billed; null for a membership given by staff.
  current_period_started_at timestamptz,
  cancel_at_period_end boolean not null default false,
  -- When the benefits ended.
  ended_at timestamptz,
  -- The last calendar month (UTC, YYYY-MM) whose benefit was issued; it only grows.
  benefit_month text not null default '' check (benefit_month ~ '^(\d{4}-\d\d)?$'),
  benefit_issued_at timestamptz,
  -- The number of the provider reading in this row; a concurrent earlier reading does not overwrite it.
  reading bigint not null default 0,
  -- The member's id at the provider, for the billing portal; null for a membership given by staff.
  customer_id text,
  -- When the row was last compared with the provider.
  read_at timestamptz not null default '-infinity',
  -- The period end whose renewal was announced to the member.
  renewal_notified_for timestamptz,
  -- A plan change at the period's end, and its price.
  next_plan text check (next_plan in ('monthly', 'yearly')),
  next_price_cents integer check (next_price_cents >= 0),
  -- When an immediate end was requested, by the member or by the deletion of the account.
  end_asked_at timestamptz,
  -- True when it ended because a renewal was never paid.
  ended_unpaid boolean not null default false,
  constraint next_plan_has_price check ((next_plan is null) = (next_price_cents is null))
);
-- One membership with benefits a user.
create unique index membership_active on membership (user_id) where status = 'active';
create index membership_active_at on membership (started_at desc) where status = 'active';
create index membership_user on membership (user_id, started_at desc);
-- Due benefits, in the order of the job; an issued benefit leaves the range.
create index membership_benefit on membership (benefit_month, id) where status = 'active';
-- Periods that ended without news of the next one.
create index membership_period on membership (current_period_ends_at) where status <> 'cancelled';
-- Memberships in the order of the next comparison with the provider.
create index membership_read on membership (read_at, id) where status <> 'cancelled' and provider_id is not null;
-- All memberships of the provider, in a stable order.
create index membership_provider on membership (id) where provider_id is not null;
-- Yearly renewals to announce.
create index membership_yearly on membership (current_period_ends_at) where status = 'active' and plan = 'yearly';

-- The one definition of a member; `is_subscriber` asks it for one user.
create view active_member as select user_id from membership where status = 'active';

-- Invoices as the provider last reported them. A paid invoice is one payment in receipts and revenue.
create table membership_invoice (
  -- The provider's id, so that a repeated report is stored once.
  id text primary key,
  membership_id uuid not null references membership (id),
  user_id uuid not null references users (id),
  -- first: the money of the order, where revenue counts it. other: made by staff at the provider.
  reason text not null check (reason in ('first', 'renewal', 'plan_change', 'other')),
  -- closed: the provider wrote it off.
  status text not null check (status in ('open', 'paid', 'closed')),
  -- Due or paid.
  amount_cents integer not null check (amount_cents >= 0),
  refunded_cents integer not null default 0,
  payment_intent_id text,
  -- The provider's page for payment and download.
  hosted_url text,
  plan text not null check (plan in ('monthly', 'yearly')),
  period_started_at timestamptz not null,
  period_ends_at timestamptz not null,
  -- Payment attempts, and the next one; null when none follows.
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  -- When the member was told that the next attempt is the last.
  last_attempt_notified_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint paid_has_time check ((status = 'paid') = (paid_at is not null)),
  constraint never_refunded_beyond check (refunded_cents between 0 and amount_cents),
  constraint only_paid_is_refunded check (status = 'paid' or refunded_cents = 0)
);
create index membership_invoice_user on membership_invoice (user_id, created_at desc, id desc);
create index membership_invoice_of on membership_invoice (membership_id, created_at desc);
-- Revenue of renewals; the first invoice counts with its order.
create index membership_invoice_paid on membership_invoice (paid_at, id) where status = 'paid' and reason <> 'first';
create index membership_invoice_due on membership_invoice (next_attempt_at) where status = 'open';
create index membership_invoice_payment on membership_invoice (payment_intent_id) where payment_intent_id is not null;

-- Refunds of those payments as the provider reports them. `refunded_cents` sums the ones that have not failed. Refunds of a first
-- payment belong to its order.
create table membership_refund (
  -- The provider's id.
  id text primary key,
  invoice_id text not null references membership_invoice (id),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents >= 0),
  created_at timestamptz not null
);
create index membership_refund_of on membership_refund (invoice_id);
create index membership_refund_at on membership_refund (created_at);
