-- Credits are a double-entry ledger. Each user has, for each tier, three purses: what was issued to them (the shop's side,
-- owed), what is available, and what is spent on entries. A credit is always in exactly one of the last two, which the
-- check below makes the database itself prove; a shop-wide counterpart row would be a row that every claim waits for.

create type tier as enum ('Bronze', 'Silver', 'Gold', 'Platinum');

create table credit_account (
  user_id uuid not null references users (id),
  tier tier not null,
  issued integer not null default 0,
  available integer not null default 0 check (available >= 0),
  spent integer not null default 0 check (spent >= 0),
  primary key (user_id, tier),
  constraint books_balance check (issued = available + spent)
) with (fillfactor = 70);

create table credit_transfer (
  id uuid primary key,
  user_id uuid not null,
  tier tier not null,
  debit text not null check (debit in ('issued', 'available', 'spent')),
  credit text not null check (credit in ('issued', 'available', 'spent')),
  amount integer not null check (amount > 0),
  kind text not null,
  source_type text not null,
  source_id text not null,
  description text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  check (debit <> credit),
  foreign key (user_id, tier) references credit_account (user_id, tier),
  constraint credit_transfer_once unique (kind, source_type, source_id, tier)
);
create index credit_transfer_user on credit_transfer (user_id, created_at desc, id desc);

create trigger credit_transfer_append_only before update or delete on credit_transfer
  for each row execute function refuse_change();
create trigger credit_transfer_no_truncate before truncate on credit_transfer
  for each statement execute function refuse_change();
