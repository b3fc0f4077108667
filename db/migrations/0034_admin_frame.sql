-- What staff call by a name of their own: how they narrow a list down, as it stands in the address. It belongs to the account, so
-- that it is there on the phone too.
create table saved_filter (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  tab text not null check (length(tab) between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  -- 'status=to_pack&state=UT'
  query text not null check (length(query) between 1 and 1000),
  created_at timestamptz not null
);
create unique index saved_filter_name on saved_filter (user_id, tab, lower(name));
