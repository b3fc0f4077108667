-- Payments of orders that the shop's database lost, and what was given back for them (docs/decisions/0056-lost-orders.md).

create table lost_order (
  -- As the payment session names it; no such order is in the books.
  order_id uuid primary key,
  session_id text not null unique,
  -- The payer's address, as the provider has it.
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

create view book_lost_order as
  select order_id, payment_intent_id, subscription_id, found_at, refunded_at from lost_order;
