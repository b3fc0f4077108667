-- Saved cards: the customers of a user at the payment providers, and the card by which an order is paid.
create table payment_customer (
  customer_id text primary key check (customer_id ~ '\S'),
  user_id uuid not null references users (id),
  provider text not null check (provider ~ '^[a-z_]{1,20}$'),
  created_at timestamptz not null
);
create index payment_customer_user on payment_customer (user_id);

-- Both are fixed when the order is placed, because the provider compares a repeated call with the first one.
alter table customer_order
  add column provider_customer_id text,
  add column saved_card_id text,
  add constraint saved_card_has_customer check (saved_card_id is null or provider_customer_id is not null);
