-- Disputes of payments at the cardholder's bank (chargebacks and inquiries), the credits that they freeze, and the money that they move.

-- A fourth purse: credits of a disputed payment, which are neither to spend nor spent. The earlier release never fills it.
alter table credit_account
  add column frozen integer not null default 0 check (frozen >= 0),
  drop constraint books_balance,
  add constraint books_balance check (issued = available + spent + frozen) not valid;
-- `not valid` spares the scan of accounts and ledger under an exclusive lock; 0051 validates. Every row so far satisfies the narrower check.
alter table credit_transfer
  drop constraint credit_transfer_debit_check,
  drop constraint credit_transfer_credit_check,
  add constraint credit_transfer_debit_check check (debit in ('issued', 'available', 'spent', 'frozen')) not valid,
  add constraint credit_transfer_credit_check check (credit in ('issued', 'available', 'spent', 'frozen')) not valid;

-- The dispute that flags this entry: it is left out of a list that is frozen from now on. Null again when the payment stands.
alter table giveaway_entry add column dispute_id uuid;

alter table customer_order
  -- open: the bank decides, and nothing is packed or sent. lost: the bank took the whole payment back.
  add column dispute_hold text check (dispute_hold in ('open', 'lost')),
  -- Whether the dispute is a chargeback, during which the provider refuses refunds.
  add column refunds_blocked boolean not null default false;

alter table order_event
  drop constraint order_event_kind_check,
  add constraint order_event_kind_check check (kind in ('placed', 'paid', 'expired', 'cancelled', 'failed', 'review',
    'backordered', 'packed', 'unpacked', 'shipped', 'tracking', 'delivered', 'refunded', 'refund_failed', 'note',
    'disputed', 'dispute_answered', 'dispute_won', 'dispute_lost')) not valid;

create table dispute (
  id uuid primary key,
  provider_id text not null unique,
  -- What it disputes: an order, or a renewal of a membership. Neither until it is known.
  order_id uuid references customer_order (id),
  invoice_id text,
  payment_intent_id text,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  -- The bank's word: fraudulent, product_not_received …
  reason text not null check (length(reason) between 1 and 100),
  -- prevented: it ended without a chargeback.
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'prevented')),
  is_inquiry boolean not null,
  -- Evidence counts until then.
  due_by timestamptz,
  submission_count integer not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Every change names the version that it was read after, so that an answer which was read before a newer one is not applied after it.
  version integer not null default 1,
  read_at timestamptz not null,
  -- What it did to the credits of its order. taken: lost.
  effect text not null default 'none' check (effect in ('none', 'frozen', 'released', 'taken')),
  -- Counts how often credits were frozen: a dispute that was decided can be opened again.
  round integer not null default 0,
  -- Who of the staff handed in the evidence or gave the dispute up.
  answered_by uuid,
  answered_at timestamptz,
  constraint closed_has_time check ((status in ('won', 'lost', 'prevented')) = (closed_at is not null))
);
create index dispute_order on dispute (order_id);
create index dispute_payment on dispute (payment_intent_id);
create index dispute_open on dispute (read_at) where closed_at is null;

-- What a dispute does to the credits of one tier: owed = frozen + flagged + missing.
create table dispute_credit (
  dispute_id uuid not null references dispute (id),
  tier tier not null,
  -- What the disputed part of the order had earned.
  owed integer not null check (owed > 0),
  frozen integer not null check (frozen >= 0),
  -- Undrawn entries that were flagged for it.
  flagged integer not null check (flagged >= 0),
  -- Taken back for good when it was lost.
  taken integer not null default 0 check (taken between 0 and owed),
  primary key (dispute_id, tier),
  constraint covered check (frozen + flagged <= owed)
);

-- Money that a dispute moved on the shop's balance at the provider, as it says: taken (negative) or given back.
create table dispute_movement (
  id text primary key,
  dispute_id uuid not null references dispute (id),
  amount_cents integer not null,
  fee_cents integer not null,
  at timestamptz not null
);
create index dispute_movement_at on dispute_movement (at);
create index dispute_movement_dispute on dispute_movement (dispute_id);

-- Disputes and their money as the provider's own list has them, apart from what we apply (0023_reconciliation.sql).
create table provider_dispute (
  id text primary key,
  is_open boolean not null,
  seen_at timestamptz not null
);
create index provider_dispute_open on provider_dispute (seen_at) where is_open;
create table provider_movement (
  id text primary key,
  dispute_id text not null references provider_dispute (id),
  amount_cents integer not null,
  fee_cents integer not null,
  at timestamptz not null
);
create index provider_movement_at on provider_movement (at);
alter table provider_pass
  drop constraint provider_pass_list_check,
  add constraint provider_pass_list_check
    check (list in ('charges', 'refunds', 'checkouts', 'subscriptions', 'invoices', 'disputes'));
insert into provider_pass (list) values ('disputes');
alter table discrepancy
  drop constraint discrepancy_kind_check,
  add constraint discrepancy_kind_check check (kind in ('charge_unknown', 'charge_unsettled', 'charge_extra',
    'charge_missing', 'charge_differs', 'renewal_unknown', 'refund_unknown', 'refund_missing', 'refund_differs',
    'refund_unsent', 'subscription_unknown', 'subscription_missing', 'dispute_unbooked', 'dispute_unknown')) not valid;

create view book_dispute as
  select provider_id as id, order_id, invoice_id, amount_cents, status, is_inquiry, submission_count, opened_at as at
  from dispute;

create view book_movement as
  select m.id, m.dispute_id, d.provider_id, d.order_id, d.invoice_id, m.amount_cents, m.fee_cents, m.at
  from dispute_movement m join dispute d on d.id = m.dispute_id;

-- Chargebacks in the report of revenue: what banks took (positive) less what they gave back, and the provider's fees.
alter table revenue_day
  add column dispute_cents bigint not null default 0,
  add column dispute_fee_cents bigint not null default 0;
alter table revenue_month
  add column dispute_cents bigint not null default 0,
  add column dispute_fee_cents bigint not null default 0;

create function mark_dispute_day_stale() returns trigger language plpgsql as $$
begin
  perform mark_revenue_stale(new.at);
  return null;
end $$;
create trigger dispute_movement_revenue after insert on dispute_movement
  for each row execute function mark_dispute_day_stale();
