-- The address book: shipping_address holds a user's default, saved_address the others.
-- Not `id`: releases before this one join the table and select `id` without its table.
alter table shipping_address add column address_id uuid default gen_random_uuid() not null;

create table saved_address (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  line1 text not null check (line1 ~ '\S'),
  line2 text,
  city text not null check (city ~ '\S'),
  state text not null check (state ~ '\S'),
  postal_code text not null check (postal_code ~ '\S'),
  country text not null check (country in ('US', 'CA', 'MX')),
  saved_at timestamptz not null
);
create index saved_address_user on saved_address (user_id, saved_at);
