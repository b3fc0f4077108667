-- The cart of an account, so that it follows the user to another device. Names and prices come from the catalog. An emptied cart
-- stays as an empty row, whose revision informs other devices.
create table saved_cart (
  user_id uuid primary key references users (id) on delete cascade,
  items jsonb not null default '[]'
    check (case when jsonb_typeof(items) = 'array' then jsonb_array_length(items) <= 50 else false end),
  -- Counts saves, so that a device with an older revision cannot overwrite a newer one.
  revision integer not null default 1 check (revision > 0),
  updated_at timestamptz not null
) with (fillfactor = 80);
-- Abandoned carts, oldest first, for reminders.
create index saved_cart_left on saved_cart (updated_at, user_id) where items <> '[]'::jsonb;
