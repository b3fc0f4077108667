-- The cart of somebody with an account, so that it follows them to another device. It holds what and how many: names and
-- prices are the catalogue's. A cart that was emptied stays as an empty row, whose revision tells other devices so.
create table saved_cart (
  user_id uuid primary key references users (id) on delete cascade,
  items jsonb not null default '[]'
    check (case when jsonb_typeof(items) = 'array' then jsonb_array_length(items) <= 50 else false end),
  -- Counts the saves, so that a device which has not seen the last one cannot undo it.
  revision integer not null default 1 check (revision > 0),
  updated_at timestamptz not null
) with (fillfactor = 80);
-- Carts that were left, oldest first, for reminders.
create index saved_cart_left on saved_cart (updated_at, user_id) where items <> '[]'::jsonb;
