-- Requests to be told once when a sold-out product or variant is back. A cancelled request is deleted; a sent one stays until it expires,
-- so that the link in its message still works.
create table stock_alert (
  id uuid primary key,
  product_id uuid not null references product (id) on delete cascade,
  -- Null: any variant of the product.
  variant_id uuid references product_variant (id) on delete cascade,
  -- Null for a guest, also for one whose address has an account.
  user_id uuid references users (id) on delete cascade,
  -- The address at the time of the request. A message to a user goes to the account's present address.
  email text not null check (length(email) between 3 and 254),
  channel text not null check (channel in ('email', 'push')),
  created_at timestamptz not null,
  -- When the link in the e-mail was used, or the user asked.
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  -- When the message was written to the outbox, in the same transaction.
  sent_at timestamptz,
  constraint only_confirmed_is_sent check (sent_at is null or confirmed_at is not null),
  constraint push_has_user check (channel = 'email' or user_id is not null)
);
-- One open request of an address for one thing. A request after the message is a new row.
create unique index stock_alert_once on stock_alert (product_id, variant_id, email) nulls not distinct where sent_at is null;
-- The order in which they are told.
create index stock_alert_waiting on stock_alert (product_id, created_at, id) where sent_at is null and confirmed_at is not null;
create index stock_alert_user on stock_alert (user_id, created_at desc) where user_id is not null;
create index stock_alert_email on stock_alert (email);
create index stock_alert_variant on stock_alert (variant_id) where variant_id is not null;
create index stock_alert_expiry on stock_alert (expires_at);
