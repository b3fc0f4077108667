-- Credits are a double-entry ledger. A user has one account a tier with four balances: issued (what the shop owes), available,
-- spent on entries, and frozen by a dispute.
create type tier as enum ('Bronze', 'Silver', 'Gold', 'Platinum');

create table credit_account (
  user_id uuid not null references users (id),
  tier tier not null,
  issued integer not null default 0,
  available integer not null default 0 check (available >= 0),
  spent integer not null default 0 check (spent >= 0),
  frozen integer not null default 0 check (frozen >= 0),
  primary key (user_id, tier),
  -- Each credit is in exactly one balance. A counterpart account of the whole shop would be one row that every claim locks.
  constraint books_balance check (issued = available + spent + frozen)
) with (fillfactor = 70);

-- One row moves an amount from one balance to another. Append-only.
create table credit_transfer (
  id uuid primary key,
  user_id uuid not null,
  tier tier not null,
  debit text not null check (debit in ('issued', 'available', 'spent', 'frozen')),
  credit text not null check (credit in ('issued', 'available', 'spent', 'frozen')),
  amount integer not null check (amount > 0),
  kind text not null,
  source_type text not null,
  source_id text not null,
  description text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  check (debit <> credit),
  foreign key (user_id, tier) references credit_account (user_id, tier),
  -- A retried step moves nothing twice.
  constraint credit_transfer_once unique (kind, source_type, source_id, tier)
);
create index credit_transfer_user on credit_transfer (user_id, created_at desc, id desc);
-- Rows arrive in the order of time, so that the small BRIN index costs the ledger almost nothing.
create index credit_transfer_at on credit_transfer using brin (created_at);

-- Users with available credits of a tier, for the staff list. It changes only when a balance leaves or reaches zero; an index on
-- the account would be written by every claim.
create table credit_holder (
  tier tier not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (tier, user_id)
);
