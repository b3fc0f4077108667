-- What a membership bills after its first payment: its invoices, failed ones and how they are tried again, and what its member
-- was told of it.
alter table membership
  -- The provider's name for the member, by which their billing portal is opened; unknown for one given by hand.
  add column customer_id text,
  -- When it was last compared with the provider.
  add column read_at timestamptz not null default '-infinity',
  -- The renewal, by the end of the period before it, of which its member was told in advance.
  add column renewal_notified_for timestamptz,
  -- A change of plan that waits for the period's end, and what will be billed then.
  add column next_plan text check (next_plan in ('monthly', 'yearly')),
  add column next_price_cents integer check (next_price_cents >= 0),
  -- When its member, or the end of their account, asked that it end at once.
  add column end_asked_at timestamptz,
  -- It ended because a renewal was never paid.
  add column ended_unpaid boolean not null default false,
  add constraint next_plan_has_price check ((next_plan is null) = (next_price_cents is null));

-- Running ones in the order in which they are to be compared.
create index membership_read on membership (read_at, id) where status <> 'cancelled' and provider_id is not null;
-- Every one that the provider knows, in an order that does not change.
create index membership_provider on membership (id) where provider_id is not null;
-- Yearly ones whose renewal comes.
create index membership_yearly on membership (current_period_ends_at) where status = 'active' and plan = 'yearly';

-- An invoice of a subscription, as the provider last had it. Paid, it is one payment: receipts and revenue add these up.
create table membership_invoice (
  -- The provider's: it is recorded once, whatever is heard twice.
  id text primary key,
  membership_id uuid not null references membership (id),
  user_id uuid not null references users (id),
  -- first: it is the order's money, and revenue counts it there. other: made by staff at the provider.
  reason text not null check (reason in ('first', 'renewal', 'plan_change', 'other')),
  -- closed: the provider wrote it off.
  status text not null check (status in ('open', 'paid', 'closed')),
  -- What is due, or was paid.
  amount_cents integer not null check (amount_cents >= 0),
  refunded_cents integer not null default 0,
  payment_intent_id text,
  -- The provider's page of it, where it can be paid and kept.
  hosted_url text,
  -- What it pays for.
  plan text not null check (plan in ('monthly', 'yearly')),
  period_started_at timestamptz not null,
  period_ends_at timestamptz not null,
  -- How often its payment was tried, and when it is tried again; null when it is not.
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  -- When its member was told that the next try is the last.
  last_attempt_notified_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint paid_has_time check ((status = 'paid') = (paid_at is not null)),
  constraint never_refunded_beyond check (refunded_cents between 0 and amount_cents),
  constraint only_paid_is_refunded check (status = 'paid' or refunded_cents = 0)
);
create index membership_invoice_user on membership_invoice (user_id, created_at desc, id desc);
create index membership_invoice_of on membership_invoice (membership_id, created_at desc);
-- Revenue beside the orders'.
create index membership_invoice_paid on membership_invoice (paid_at, id) where status = 'paid' and reason <> 'first';
create index membership_invoice_due on membership_invoice (next_attempt_at) where status = 'open';
create index membership_invoice_payment on membership_invoice (payment_intent_id) where payment_intent_id is not null;

-- What was paid back of those payments, wherever it was decided, as the provider has it; the sum of what has not failed is
-- `refunded_cents`. Of a first payment there are none: they are its order's.
create table membership_refund (
  -- The provider's.
  id text primary key,
  invoice_id text not null references membership_invoice (id),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents >= 0),
  created_at timestamptz not null
);
create index membership_refund_of on membership_refund (invoice_id);
create index membership_refund_at on membership_refund (created_at);
