-- Disputes of payments at the cardholder's bank (chargebacks and inquiries), the credits that they freeze, and the money that they
-- move.

create table dispute (
  id uuid primary key,
  provider_id text not null unique,
  -- The disputed order or renewal; both null until it is known.
  order_id uuid references customer_order (id),
  invoice_id text,
  payment_intent_id text,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  -- The bank's reason: fraudulent, product_not_received …
  reason text not null check (length(reason) between 1 and 100),
  -- prevented: it ended without a chargeback.
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'prevented')),
  is_inquiry boolean not null,
  -- Deadline of the evidence.
  due_by timestamptz,
  submission_count integer not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- A change names the version that it read, so that an older answer of the provider does not overwrite a newer one.
  version integer not null default 1,
  read_at timestamptz not null,
  -- Effect on the credits of the order. taken: the dispute was lost.
  effect text not null default 'none' check (effect in ('none', 'frozen', 'released', 'taken')),
  -- Counts freezes, because a decided dispute can be opened again.
  round integer not null default 0,
  -- The staff member who sent the evidence or accepted the dispute.
  answered_by uuid,
  answered_at timestamptz,
  constraint closed_has_time check ((status in ('won', 'lost', 'prevented')) = (closed_at is not null))
);
create index dispute_order on dispute (order_id);
create index dispute_payment on dispute (payment_intent_id);
create index dispute_open on dispute (read_at) where closed_at is null;

-- Effect of a dispute on the credits of one tier: owed = frozen + flagged + missing.
create table dispute_credit (
  dispute_id uuid not null references dispute (id),
  tier tier not null,
  -- Credits that the disputed part of the order had earned.
  owed integer not null check (owed > 0),
  frozen integer not null check (frozen >= 0),
  -- Undrawn entries that were flagged.
  flagged integer not null check (flagged >= 0),
  -- Taken back for good when the dispute was lost.
  taken integer not null default 0 check (taken between 0 and owed),
  primary key (dispute_id, tier),
  constraint covered check (frozen + flagged <= owed)
);

-- Money that a dispute moved on the shop's balance at the provider: taken (negative) or returned.
create table dispute_movement (
  id text primary key,
  dispute_id uuid not null references dispute (id),
  amount_cents integer not null,
  fee_cents integer not null,
  at timestamptz not null
);
create index dispute_movement_at on dispute_movement (at);
create index dispute_movement_dispute on dispute_movement (dispute_id);
